// Steps through a replay: counted at once, shown one after the other. Others follow by its events: `replay:shown` with each
// position, `replay:settled` once nobody steps on, `replay:steered` when somebody has.
import { Controller } from "../../vendor/stimulus.js";
import { announce, spokenText } from "../../site/lib/announcer.js";
import { application } from "../../site/lib/application.js";
import { all, eventElement, hasModifier, isTyping, one, setText } from "../../site/lib/elements.js";
import { describeTrouble, toast } from "../../site/lib/messages.js";
import { describeFailure } from "../../site/lib/trouble.js";
import { fetchAhead, getDrawing, hasCome, makeDrawing, match, pagePath, piecePath, positionShown } from "../lib/positions.js";

const SWIPE = 60; // pixels across
const SETTLED_MS = 200; // no step since: worth the address and being read out
/** @type {Record<string, string>} */
const KEYS = {
  Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last",
  "[": "chapter-back", "]": "chapter-forward", ",": "turn-back", ".": "turn-forward",
};
/** @type {Record<string, string>} */
const SHIFTED = { ArrowLeft: "chapter-back", ArrowRight: "chapter-forward" };

class ReplayController extends Controller {
  static targets = ["board", "slider", "number", "way", "button", "keys", "keysButton", "fullScreen"];

  shown = match.n;
  wanted = match.n; // where the last step leads
  towards = 1; // … and in which direction the next one probably will
  isStepping = false;
  settling = 0;
  /** Where a finger has come down.
   * @type {{ x: number, y: number } | null} */
  touch = null;
  /** Positions still to be shown.
   * @type {number[]} */
  steps = [];
  /** Of the parts that are not to move what is below them.
   * @type {Map<string, number>} */
  heights = new Map();

  connect() {
    this.buttonTarget.hidden = true; // not needed with scripts
    this.keysButtonTarget.hidden = false;
    this.fullScreenTarget.hidden = !document.fullscreenEnabled;
    this.#keepHeights();
    this.#follow();
    fetchAhead(this.shown, this.towards);
    this.#goTo(positionShown()); // a page from the device may be of another position
  }

  disconnect() {
    clearTimeout(this.settling);
  }

  // --- Where a step leads

  /** @type {Record<string, () => number | null>} */
  leads = {
    first: () => (this.wanted > match.first ? match.first : null),
    back: () => (this.wanted > match.first ? this.wanted - 1 : null),
    forward: () => (this.wanted < match.last ? this.wanted + 1 : null),
    last: () => (this.wanted < match.last ? match.last : null),
    "chapter-back": () => match.chapters.filter((n) => n < this.wanted).at(-1) ?? null,
    "chapter-forward": () => match.chapters.find((n) => n > this.wanted) ?? null,
    "turn-back": () => this.#findDecision(-1),
    // That a seat decides no more would tell that it is out: on it goes all the same.
    "turn-forward": () => this.#findDecision(1) ?? this.leads["chapter-forward"]() ?? this.leads.last(),
  };

  /** @param {number} direction */
  #findDecision(direction) {
    let at = this.wanted - match.first + direction;
    while (at >= 0 && at < match.turns.length && !isDecision(match.turns[at])) at += direction;
    return at >= 0 && at < match.turns.length ? match.first + at : null;
  }

  // --- Links, slider, keys

  /** @param {MouseEvent} event */
  clicked(event) {
    const link = eventElement(event, "a[data-go], a[data-n]");
    if (!link || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    this.#steer(link.dataset.go ? this.leads[link.dataset.go]() : Number(link.dataset.n));
    if (!link.dataset.go) this.#showBoard();
  }

  /** Whoever has chosen a position further down is led up to it. */
  #showBoard() {
    const { bottom } = this.boardTarget.getBoundingClientRect();
    if (bottom < window.innerHeight / 2) this.element.scrollIntoView();
  }

  /** @param {TouchEvent} event */
  touched({ touches, target }) {
    const isOne = touches.length === 1 && !isScrolledAcross(target, this.boardTarget);
    this.touch = isOne ? { x: touches[0].clientX, y: touches[0].clientY } : null;
  }

  /** A swipe to the left goes on, one to the right goes back.
   * @param {TouchEvent} event */
  swiped({ changedTouches: [end] }) {
    if (!this.touch) return;
    const [across, down] = [end.clientX - this.touch.x, end.clientY - this.touch.y];
    this.touch = null;
    if (Math.abs(across) < SWIPE || Math.abs(across) < 2 * Math.abs(down)) return;
    this.#steer(this.leads[across < 0 ? "forward" : "back"]());
  }

  toggleFullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else this.element.requestFullscreen().catch(() => {}); // then the browser has said why
  }

  slide() {
    this.#steer(Number(this.sliderTarget.value));
  }

  /** @param {CustomEvent<number>} event */
  chosen({ detail }) {
    this.#steer(detail);
    this.#showBoard();
  }

  /** To where the leader of a review is.
   * @param {CustomEvent<number>} event */
  led({ detail: n }) {
    this.#goTo(n);
  }

  /** @param {KeyboardEvent} event */
  keyPressed(event) {
    if (hasModifier(event) || event.isComposing || event.defaultPrevented) return;
    if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
    if (event.key === "?") return this.showKeys();
    const go = (event.shiftKey && SHIFTED[event.key]) || KEYS[event.key];
    if (!go) return;
    event.preventDefault();
    this.#steer(this.leads[go]());
  }

  showKeys() {
    this.keysTarget.showModal();
  }

  closeKeys() {
    this.keysTarget.close();
  }

  /** Plays by itself: to a position of its own choice, or (0) the next one; after the end it begins anew.
   * @param {CustomEvent<number>} event */
  playOn({ detail: n }) {
    this.#goTo(n || (this.wanted >= match.last ? match.first : this.wanted + 1));
  }

  /** @param {number | null} n */
  #steer(n) {
    this.dispatch("steered");
    this.#goTo(n);
  }

  /** A jump takes the place of the steps that wait, a single step comes after them.
   * @param {number | null} n */
  #goTo(n) {
    if (n === null || Number.isNaN(n)) return;
    this.towards = n < this.wanted ? -1 : 1;
    if (Math.abs(n - this.wanted) > 1) this.steps = [];
    this.wanted = Math.min(Math.max(n, match.first), match.last);
    if (this.wanted !== (this.steps.at(-1) ?? this.shown) || this.isStepping) this.steps.push(this.wanted);
    this.#showWays();
    if (!this.isStepping) this.#showSteps();
  }

  // --- Showing

  /** What has not come yet is passed over if a later step waits: steps are never lost, but nobody waits for all of them. */
  async #showSteps() {
    this.isStepping = true;
    try {
      for (let n = this.steps.shift(); n !== undefined; n = this.steps.shift()) {
        const path = piecePath(n);
        if (this.steps.length && !hasCome(path)) continue;
        this.#show(n, await getDrawing(path));
        await nextFrame();
      }
    } catch {
      this.#fail(pagePath(this.wanted));
    } finally {
      this.isStepping = false;
    }
  }

  /** @param {number} n
   * @param {string} html */
  #show(n, html) {
    document.dispatchEvent(new CustomEvent("tefuda:before-update"));
    const isInWords = one(".in-words", this.boardTarget).hasAttribute("open");
    this.boardTarget.replaceChildren(makeDrawing(html));
    one(".in-words", this.boardTarget).toggleAttribute("open", isInWords);
    this.shown = n;
    fetchAhead(n, this.towards);
    this.#keepHeights();
    this.#follow();
    document.dispatchEvent(new CustomEvent("tefuda:update"));
  }

  /** The page of that position says why, or comes from the device. If this is it, one stays: it would only come again.
   * @param {string} address */
  #fail(address) {
    if (!address.startsWith(location.pathname)) return location.assign(address);
    this.steps = [];
    this.wanted = this.shown;
    this.#showWays();
    this.#follow();
    toast(describeTrouble(describeFailure()));
  }

  /** Slider and number, and the other parts of the page. */
  #follow() {
    const n = this.shown;
    this.sliderTarget.value = n;
    this.sliderTarget.setAttribute("aria-valuetext", `${n} / ${match.last}`);
    setText(this.numberTarget, String(n));
    this.dispatch("shown", { detail: n });
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.#settle(), SETTLED_MS);
  }

  #settle() {
    const n = this.shown;
    const address = pagePath(n);
    if (location.pathname + location.search !== address) history.replaceState(null, "", address);
    for (const link of all("a[data-here]")) {
      const { search } = new URL(/** @type {HTMLAnchorElement} */ (link).href);
      link.setAttribute("href", (link.dataset.here || match.at).replace("{n}", String(n)) + search);
    }
    announce(`${n} / ${match.last}: ${spokenText(one(".position__line", this.boardTarget))}`);
    this.dispatch("settled", { detail: n });
  }

  /** Ways that lead somewhere from the last step on. */
  #showWays() {
    for (const link of this.wayTargets) {
      const n = this.leads[link.dataset.go]();
      const disabled = { role: "link", "aria-disabled": "true", tabindex: "0" };
      for (const [name, value] of Object.entries(disabled)) {
        if (n === null) link.setAttribute(name, value);
        else link.removeAttribute(name);
      }
      if (n === null) link.removeAttribute("href");
      else link.href = pagePath(n);
    }
  }

  /** What has been as high before stays as high, so that nothing below it moves. */
  #keepHeights() {
    for (const part of all("[data-steady]", this.boardTarget)) {
      const name = part.dataset.steady || "";
      part.style.minHeight = `${this.heights.get(name) || 0}px`;
      this.heights.set(name, Math.max(this.heights.get(name) || 0, part.offsetHeight));
    }
  }

  resized() {
    this.heights.clear();
  }
}

const SIGN = match.seat === null ? null : match.seat.toString(36);

/** @param {string} sign */
const isDecision = (sign) => (SIGN === null ? sign !== "." : sign === SIGN);

/** Whether a swipe there moves something within the board.
 * @param {EventTarget | null} target
 * @param {Element} board */
function isScrolledAcross(target, board) {
  let part = target instanceof Element ? target : null;
  for (; part && part !== board; part = part.parentElement) if (part.scrollWidth > part.clientWidth + 1) return true;
  return false;
}

/** @returns {Promise<unknown>} */
const nextFrame = () => new Promise((done) => (document.hidden ? setTimeout(done) : requestAnimationFrame(done)));

application.register("replay", ReplayController);
