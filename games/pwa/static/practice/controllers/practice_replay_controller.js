// A kept match, stepped through: the worker plays it again and draws the position that is asked for.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { hasModifier, isTyping } from "../../site/lib/elements.js";
import { changeBoard, makeDrawing } from "../lib/board.js";
import { askPython } from "../lib/python.js";

/** @type {Record<string, string>} */
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };

class PracticeReplayController extends Controller {
  static targets = ["name", "board", "number", "chapter", "chapterName", "chapters", "open", "step", "from", "seats"];

  n = 1;
  last = 1;
  /** Where they begin.
   * @type {number[]} */
  chapters = [];

  /** @param {import("../lib/saved_matches.js").Match} match */
  async begin(match) {
    this.fromTarget.hidden = true;
    await this.#enter(await askPython("open_replay", { record: match.record }), match.name);
  }

  /** A record from a file, which may be seen from any seat.
   * @param {string} text */
  async beginRecord(text) {
    const found = await askPython("open_record", { text });
    const seats = Array.from({ length: found.seats }, (_, seat) => new Option(String(seat + 1), String(seat)));
    this.seatsTarget.replaceChildren(...seats);
    this.fromTarget.hidden = false;
    await this.#enter(found, found.name);
  }

  async lookFrom() {
    await askPython("look_from", { seat: Number(this.seatsTarget.value) });
    await this.#goTo(this.n);
  }

  /** @param {{last: number, chapters: number[], chapter: string}} found
   * @param {string} name */
  async #enter(found, name) {
    Object.assign(this, { n: 1, last: found.last, chapters: found.chapters });
    this.nameTarget.textContent = name;
    this.chapterNameTarget.textContent = found.chapter;
    this.openTarget.checked = false;
    const options = this.chapters.map((n, at) => new Option(String(at + 1), String(n)));
    this.chaptersTarget.replaceChildren(...options);
    this.chapterTarget.hidden = options.length < 2;
    this.dispatch("entered");
    await this.#goTo(1);
    this.nameTarget.focus({ preventScroll: true });
  }

  /** @param {number} n */
  async #goTo(n) {
    this.n = Math.min(Math.max(n, 1), this.last);
    const wanted = this.n;
    const { html } = await askPython("render_position", { n: wanted, everything: this.openTarget.checked });
    if (wanted !== this.n) return; // another step was quicker
    changeBoard(() => this.boardTarget.replaceChildren(makeDrawing(html)));
    this.numberTarget.textContent = `${wanted} / ${this.last}`;
    for (const button of this.stepTargets) {
      const isBack = ["first", "back"].includes(button.dataset.step);
      button.setAttribute("aria-disabled", String(wanted === (isBack ? 1 : this.last)));
    }
    const begun = this.chapters.filter((begins) => begins <= wanted);
    this.chaptersTarget.value = String(begun.at(-1) ?? this.chapters[0] ?? "");
  }

  /** @param {string | undefined} name */
  #step(name) {
    const leads = { first: 1, back: this.n - 1, forward: this.n + 1, last: this.last };
    return this.#goTo(leads[/** @type {keyof typeof leads} */ (name)]);
  }

  /** @param {Event} event */
  step({ currentTarget }) {
    return this.#step(/** @type {HTMLElement} */ (currentTarget).dataset.step);
  }

  /** @param {KeyboardEvent} event */
  keyPressed(event) {
    const isCommand = !hasModifier(event) && !event.shiftKey && !isTyping(event.target);
    if (this.element.hidden || !isCommand || !(event.key in KEYS)) return;
    event.preventDefault();
    this.#step(KEYS[event.key]);
  }

  redraw() {
    return this.#goTo(this.n);
  }

  toChapter() {
    return this.#goTo(Number(this.chaptersTarget.value));
  }
}

application.register("practice-replay", PracticeReplayController);
