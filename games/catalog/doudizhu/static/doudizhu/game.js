// Piles of equal cards: a tap adds one of a pile, minus takes one back, “Next play” fills in the next legal one.
// What is chosen stands in the form's selects, which is all there is without scripts.
import { Controller } from "../vendor/stimulus.js";
import { announce } from "../site/lib/announcer.js";
import { application } from "../site/lib/application.js";
import { one } from "../site/lib/elements.js";
import { isMoveSent } from "../site/lib/forms.js";

/** @type {Record<string, string>} */
const RANK_KEYS = { 1: "10", 0: "10", j: "J", q: "Q", k: "K", a: "A", s: "s", b: "B" };

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
  static targets = ["pile", "verdict", "name", "state", "play"];
  static values = { plays: String };

  /** Ranks in the order they were added, for Backspace.
   * @type {string[]} */
  added = [];
  filledIn = ""; // the play filled in last
  /** What was chosen when the first of these plays was asked for.
   * @type {string[]} */
  askedWith = [];

  connect() {
    this.playTarget.dataset.needsPicks = ""; // Enter leads there
    this.show();
  }

  get #chosen() {
    return this.pileTargets.flatMap((pile) => Array(pickedIn(pile)).fill(rankOf(pile)));
  }

  /** @returns {string[]} */
  get #plays() {
    return this.playsValue.split("|").filter(Boolean);
  }

  // --- What is pressed

  /** After the last card of a pile the tap begins anew, so that a finger needs no minus.
   * @param {Event} event */
  add({ currentTarget }) {
    this.#add(this.#pileOf(currentTarget));
    this.#announce();
  }

  /** @param {Event} event */
  take({ currentTarget }) {
    const pile = this.#pileOf(currentTarget);
    this.#setCount(pile, Math.max(0, pickedIn(pile) - 1));
    if (!pickedIn(pile)) one(".pile__add", pile).focus();
    this.#announce();
  }

  nextPlay() {
    this.#fillInNextPlay();
    this.#announce();
  }

  /** After the browser has reset the form. */
  clear() {
    setTimeout(() => {
      this.#clear();
      this.#announce();
    });
  }

  /** Ranks add a card of their pile; H fills in the next play, Escape clears, Backspace takes the last one back.
   * @param {CustomEvent<string>} event */
  keyPressed(event) {
    const key = event.detail;
    const pile = this.pileTargets.find((one) => rankOf(one) === (RANK_KEYS[key] || key));
    if (pile && pickedIn(pile) < sizeOf(pile)) this.#add(pile); // only a finger begins anew
    else if (pile) this.show();
    else if (key === "h") this.#fillInNextPlay();
    else if (key === "escape") this.#clear();
    else if (key === "backspace") this.#takeLast();
    else return;
    event.preventDefault();
    this.#announce();
  }

  /** @param {EventTarget | null} button
   * @returns {Pile} */
  #pileOf(button) {
    return /** @type {Pile} */ (/** @type {Element} */ (button).closest(".pile"));
  }

  /** @param {Pile} pile */
  #add(pile) {
    this.added.push(rankOf(pile));
    this.#setCount(pile, (pickedIn(pile) + 1) % (sizeOf(pile) + 1));
  }

  #takeLast() {
    const last = this.added.pop();
    const pile = this.pileTargets.find((one) => rankOf(one) === last);
    if (pile) this.#setCount(pile, Math.max(0, pickedIn(pile) - 1));
  }

  #clear() {
    for (const pile of this.pileTargets) boxOf(pile).selectedIndex = 0;
    this.added = [];
    this.filledIn = "";
    this.show();
  }

  /** @param {Pile} pile
   * @param {number} count */
  #setCount(pile, count) {
    boxOf(pile).selectedIndex = count;
    this.show();
  }

  /** The next play that holds what is chosen; after one filled in, the next to the same question. */
  #fillInNextPlay() {
    if (this.#chosen.join(" ") !== this.filledIn) this.askedWith = this.#chosen;
    const fitting = this.#plays.filter((play) => includesAll(play.split(" "), this.askedWith));
    const choices = fitting.length ? fitting : this.#plays;
    if (!choices.length) return;
    this.filledIn = choices[(choices.indexOf(this.filledIn) + 1) % choices.length];
    const cards = this.filledIn.split(" ");
    for (const pile of this.pileTargets) boxOf(pile).selectedIndex = countRank(cards, rankOf(pile));
    this.added = cards;
    this.show();
  }

  // --- What is shown

  show() {
    for (const pile of this.pileTargets) {
      const picked = pickedIn(pile);
      pile.classList.toggle("is-picked", picked > 0);
      one(".pile__picked", pile).textContent = `${picked}/${sizeOf(pile)}`;
      one(".pile__take", pile).hidden = picked === 0;
    }
    const chosen = this.#chosen;
    this.verdictTarget.hidden = chosen.length === 0; // it stands in the question's place
    this.verdictTarget.textContent = this.#nameChosen();
    const isPlayable = this.#plays.includes(chosen.join(" "));
    this.stateTarget.textContent = chosen.length ? `${isPlayable ? "✓" : "✗"} ${chosen.length}` : "";
    this.playTarget.disabled = !isPlayable || isMoveSent(); // what is wrong with it stands above
  }

  /** For ears: what is chosen, pile by pile, and what it is. */
  #announce() {
    const name = (/** @type {Pile} */ pile) => pile.querySelector(".visually-hidden")?.textContent;
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

/** @param {string[]} cards
 * @param {string[]} wanted */
const includesAll = (cards, wanted) => wanted.every((rank) => countRank(cards, rank) >= countRank(wanted, rank));

application.register("doudizhu-piles", DoudizhuPilesController);
