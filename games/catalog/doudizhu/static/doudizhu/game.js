// Cards in columns by rank: a tap takes one more of a rank, a long press all of them, and two arrows step through what can be
// played with the cards taken; a chip keeps them to one kind. What is taken stands in the form's selects, which is all there is without scripts.
import { Controller } from "../vendor/stimulus.js";
import { announce } from "../site/lib/announcer.js";
import { application } from "../site/lib/application.js";
import { all, eventElement, one } from "../site/lib/elements.js";
import { isMoveSent } from "../site/lib/forms.js";
import { recall, remember } from "../site/lib/storage.js";

const LONG_PRESS_MS = 450;
/** @type {Record<string, string>} */
const RANK_KEYS = { 1: "10", 0: "10", j: "J", q: "Q", k: "K", a: "A", s: "s", b: "B" };
/** @type {Record<string, number>} */
const STEP_KEYS = { arrowleft: -1, arrowright: 1, n: 1 };

/** @typedef {HTMLElement} Pile */

/** @param {Pile} pile
 * @returns {HTMLSelectElement} */
const boxOf = (pile) => /** @type {HTMLSelectElement} */ (one("select", pile));
const pickedIn = (/** @type {Pile} */ pile) => boxOf(pile).selectedIndex;
const sizeOf = (/** @type {Pile} */ pile) => boxOf(pile).options.length - 1;
const rankOf = (/** @type {Pile} */ pile) => pile.dataset.rank || "";

/** @param {string[]} cards
 * @param {string} rank */
const countRank = (cards, rank) => cards.filter((card) => card === rank).length;

class DoudizhuPilesController extends Controller {
  static targets = ["pile", "name", "kinds"];
  static values = { plays: String };

  /** Ranks in the order they were added, for Backspace.
   * @type {string[]} */
  added = [];
  filledIn = ""; // the play filled in last
  /** What was chosen when the first of these plays was asked for.
   * @type {string[]} */
  askedWith = [];
  kind = ""; // the chip that is pressed
  longPress = 0; // timer
  wasLong = false; // the click that ends a long press adds nothing

  connect() {
    this.show();
  }

  disconnect() {
    clearTimeout(this.longPress);
    showVerdict("");
  }

  /** The fieldset's form, which has the buttons. */
  get #form() {
    return /** @type {HTMLFormElement} */ (this.element.closest("form"));
  }

  get #chosen() {
    return this.pileTargets.flatMap((pile) => Array(pickedIn(pile)).fill(rankOf(pile)));
  }

  /** @returns {string[]} */
  get #plays() {
    return this.playsValue.split("|").filter(Boolean);
  }

  /** Whether the cards chosen are those that were filled in last. */
  get #isFilledIn() {
    return this.filledIn !== "" && this.#chosen.join(" ") === this.filledIn;
  }

  /** The plays of the chip's kind, with all that was chosen before the first of them was filled in. */
  get #choices() {
    const wanted = this.#isFilledIn ? this.askedWith : this.#chosen;
    const names = this.nameTargets.filter(({ dataset }) => dataset.kind === this.kind);
    const ofKind = names.flatMap(({ dataset }) => (dataset.cards || "").split("|"));
    return this.#plays.filter((play) => includesAll(play.split(" "), wanted) && (!this.kind || ofKind.includes(play)));
  }

  // --- What is pressed

  /** After the last card of a rank a tap takes none again, so that a finger needs no minus.
   * @param {Event} event */
  add({ currentTarget }) {
    if (this.wasLong) return;
    this.#add(/** @type {Pile} */ (/** @type {Element} */ (currentTarget).closest(".pile")));
    this.#announce();
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    const pile = /** @type {Pile | null} */ (eventElement(event, ".pile"));
    this.wasLong = false;
    clearTimeout(this.longPress);
    if (pile && event.isPrimary && event.button === 0) {
      this.longPress = setTimeout(() => this.#takeWholeRank(pile), LONG_PRESS_MS);
    }
  }

  released() {
    clearTimeout(this.longPress);
  }

  /** What a long press opens elsewhere.
   * @param {Event} event */
  preventMenu(event) {
    if (eventElement(event, ".pile")) event.preventDefault();
  }

  /** The arrows stand outside of the fieldset.
   * @param {MouseEvent} event */
  clicked(event) {
    const button = eventElement(event, "button");
    if (!button || !this.#form.contains(button)) return;
    const { step, kind } = button.dataset;
    if (step) this.#step(Number(step));
    else if (kind) this.#stepWithin(kind);
    else if ("clear" in button.dataset) this.#clear();
    else if ("opensKinds" in button.dataset) return this.#openKinds(button.ariaExpanded !== "true");
    else return;
    this.#announce();
  }

  /** Ranks add a card; N and the arrows fill in plays, Escape clears, Backspace takes the last card back.
   * @param {CustomEvent<string>} event */
  keyPressed(event) {
    const key = event.detail;
    const pile = this.pileTargets.find((one) => rankOf(one) === (RANK_KEYS[key] || key));
    if (pile && pickedIn(pile) < sizeOf(pile)) this.#add(pile); // only a finger begins again
    else if (pile) this.show();
    else if (STEP_KEYS[key]) this.#step(STEP_KEYS[key]);
    else if (key === "escape") this.#clear();
    else if (key === "backspace") this.#takeLast();
    else return;
    event.preventDefault();
    this.#announce();
  }

  /** @param {Pile} pile */
  #add(pile) {
    if (this.#isFilledIn) this.kind = "";
    this.added.push(rankOf(pile));
    this.#setCount(pile, (pickedIn(pile) + 1) % (sizeOf(pile) + 1));
  }

  /** All cards of that rank, or none if all are taken.
   * @param {Pile} pile */
  #takeWholeRank(pile) {
    this.wasLong = true;
    const count = pickedIn(pile) < sizeOf(pile) ? sizeOf(pile) : 0;
    this.added = [...this.added.filter((rank) => rank !== rankOf(pile)), ...Array(count).fill(rankOf(pile))];
    this.#setCount(pile, count);
    this.#announce();
  }

  #takeLast() {
    const last = this.added.pop();
    const pile = this.pileTargets.find((one) => rankOf(one) === last);
    if (pile) this.#setCount(pile, Math.max(0, pickedIn(pile) - 1));
  }

  #clear() {
    this.#choose([]);
    this.kind = this.filledIn = "";
    this.show();
  }

  /** @param {Pile} pile
   * @param {number} count */
  #setCount(pile, count) {
    boxOf(pile).selectedIndex = count;
    this.show();
  }

  /** @param {string[]} cards */
  #choose(cards) {
    for (const pile of this.pileTargets) boxOf(pile).selectedIndex = countRank(cards, rankOf(pile));
    this.added = cards;
  }

  /** To the next or the previous play; after the last and before the first come the cards that were chosen by hand.
   * @param {number} by */
  #step(by) {
    if (!this.#isFilledIn) {
      this.filledIn = "";
      this.askedWith = this.#choices.length ? this.#chosen : [];
      this.#choose(this.askedWith);
    }
    const choices = ["", ...this.#choices];
    this.filledIn = choices[(choices.indexOf(this.filledIn) + by + choices.length) % choices.length];
    this.#choose(this.filledIn ? this.filledIn.split(" ") : this.askedWith);
    this.show();
  }

  /** To the next play of that kind, from the lowest on.
   * @param {string} kind */
  #stepWithin(kind) {
    if (this.kind !== kind) this.#clear();
    this.kind = kind;
    this.#step(1);
  }

  /** On a phone the chips lie over the felt, while they are wanted.
   * @param {boolean} isOpen */
  #openKinds(isOpen) {
    this.kindsTarget.classList.toggle("is-open", isOpen);
    one("[data-opens-kinds]", this.#form).ariaExpanded = String(isOpen);
  }

  // --- What is shown

  show() {
    for (const pile of this.pileTargets) {
      const [picked, size] = [pickedIn(pile), sizeOf(pile)];
      pile.classList.toggle("is-picked", picked > 0);
      const [none, some] = size > 1 ? [`×${size}`, `${picked}/${size}`] : ["", "✓"];
      one(".pile__count", pile).textContent = picked ? some : none;
    }
    const chosen = this.#chosen;
    showVerdict(this.#nameChosen());
    const isPlayable = this.#plays.includes(chosen.join(" "));
    const choices = this.#choices;
    one("[data-plays]", this.#form).textContent = `${choices.indexOf(this.filledIn) + 1 || "–"}/${choices.length}`;
    one(".actions__state", this.#form).textContent = chosen.length ? `${isPlayable ? "✓" : "✗"} ${chosen.length}` : "";
    for (const chip of all("button[data-kind]", this.kindsTarget)) chip.ariaPressed = String(chip.dataset.kind === this.kind);
    const play = /** @type {HTMLButtonElement} */ (one("button[value=play]", this.#form));
    play.disabled = !isPlayable || isMoveSent(); // the verdict says what is wrong with it
  }

  /** For ears: what is chosen, rank by rank, and what it is. */
  #announce() {
    const name = (/** @type {Pile} */ pile) => pile.querySelector(".card .visually-hidden")?.textContent;
    const chosen = this.pileTargets.filter(pickedIn).map((pile) => `${name(pile)} ${pickedIn(pile)}/${sizeOf(pile)}`);
    announce(`${chosen.join(", ") || "0"}. ${this.#nameChosen()}`);
  }

  /** The rules have named every combination of this hand; here the marked cards are only looked up. */
  #nameChosen() {
    const cards = this.#chosen.join(" ");
    if (!cards) return "";
    const name =
      this.nameTargets.find(({ dataset }) => dataset.cards?.split("|").includes(cards)) ||
      this.nameTargets.find(({ dataset }) => "flaw" in dataset && new RegExp(dataset.flaw).test(this.#shape));
    return name.textContent.replace("{shape}", this.#shape);
  }

  /** How many there are of each rank, jokers last, as the rules write it: "3 + 1 + *". */
  get #shape() {
    const chosen = this.pileTargets.filter(pickedIn);
    const jokers = chosen.filter((pile) => "joker" in pile.dataset);
    const counts = chosen.filter((pile) => !jokers.includes(pile)).map(pickedIn).sort((a, b) => b - a);
    return [...counts, ...jokers.flatMap((pile) => Array(pickedIn(pile)).fill("*"))].join(" + ");
  }
}

const PASSED_TRICK = `doudizhu-pass ${location.pathname}`;
const PASS_AFTER_MS = 600; // long enough to see what was played

/** “Pass this trick” against bots: the button of every pass that follows is pressed. */
class DoudizhuPassController extends Controller {
  static values = { trick: String };

  timer = 0;

  connect() {
    if (recall(PASSED_TRICK, "sessionStorage") === this.trickValue) this.timer = setTimeout(() => this.#pass(), PASS_AFTER_MS);
    else this.#remember("");
  }

  disconnect() {
    clearTimeout(this.timer);
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (!eventElement(event, "#move [data-pass-trick]")) return;
    this.#remember(this.trickValue);
    this.#pass();
  }

  /** Whoever takes a pass back, or plays, wants to be asked.
   * @param {SubmitEvent} event */
  submitted({ target, submitter }) {
    const isPass = submitter?.matches("[name=move]");
    if (target instanceof HTMLFormElement && (target.id === "take-back" || (target.id === "move" && !isPass))) {
      this.#remember("");
    }
  }

  /** @param {string} trick */
  #remember(trick) {
    remember(PASSED_TRICK, trick, "sessionStorage");
  }

  #pass() {
    if (!isMoveSent()) one("button[name=move]", this.element).click(); // htmx wants a click to know the button
  }
}

application.register("doudizhu-pass", DoudizhuPassController);

/** What the cards taken are, and whether they beat the trick, in place of the question: the status line's style shows it.
 * Lessons and puzzles have none.
 * @param {string} verdict */
function showVerdict(verdict) {
  const status = /** @type {HTMLElement | null} */ (document.querySelector("#turn .status__text"));
  if (!status) return;
  if (verdict) status.dataset.verdict = verdict;
  else delete status.dataset.verdict;
}

/** @param {string[]} cards
 * @param {string[]} wanted */
const includesAll = (cards, wanted) => wanted.every((rank) => countRank(cards, rank) >= countRank(wanted, rank));

application.register("doudizhu-piles", DoudizhuPilesController);
