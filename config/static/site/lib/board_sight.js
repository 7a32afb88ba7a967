// What is seen of a table, and in what two sights of it differ. Places are "hand", "centre" and the seats' numbers;
// amounts lie at the seats, in the "pot", and as "bet of" a seat before it.
import { all } from "./elements.js";

/** @typedef {{node: HTMLElement, box: DOMRect, place: string, code: string, isMatched: boolean}} Card */
/** @typedef {{amount: number, box: DOMRect}} Amount */
/** @typedef {{node: HTMLElement, box: DOMRect, labels: string[]}} Seat */
/** @typedef {{cards: Card[], amounts: Map<string, Amount>, seats: Map<string, Seat>, mine: string | null, turn: boolean,
 *   over: boolean}} Sight */

const BET = "bet of ";
const isSeat = (/** @type {string} */ place) => place !== "pot" && !place.startsWith(BET);
const OUT_OF_SIGHT = ".zone:has(> .is-shown) > .board, .is-past .board";

/** Where everything lies, all read in one pass.
 * @returns {Sight} */
export function look() {
  /** @type {Sight} */
  const sight = { cards: [], amounts: new Map(), seats: new Map(), mine: null, turn: false, over: false };
  for (const board of all(".board")) {
    if (board.matches(OUT_OF_SIGHT)) continue;
    for (const seat of all(".seat", board)) lookAtSeat(seat, sight);
    for (const centre of all(".centre", board)) {
      lookAtCards(centre, "centre", sight);
      lookAtAmount(centre.querySelector(".chips"), "pot", sight);
    }
  }
  for (const form of all(".tray__form")) lookAtCards(form, "hand", sight);
  sight.turn = document.querySelector(".turn--mine") !== null;
  sight.over = document.getElementById("zone")?.dataset.moving === "no";
  return sight;
}

/** @param {HTMLElement} seat
 * @param {Sight} sight */
function lookAtSeat(seat, sight) {
  const box = seat.getBoundingClientRect();
  const number = /seat-tone-(\d+)/.exec(seat.querySelector(".seat__head")?.className || "")?.[1];
  if (!box.width || number === undefined) return;
  const labels = all(".badge, .seat__action", seat).map((label) => label.textContent?.trim() || "");
  sight.seats.set(number, { node: seat, box, labels });
  if (seat.querySelector(".seat__head--me")) sight.mine = number;
  lookAtCards(seat, number, sight);
  lookAtAmount(seat.querySelector(".chips"), number, sight);
  lookAtAmount(seat.querySelector(".bet"), BET + number, sight);
}

/** @param {HTMLElement} part
 * @param {string} place
 * @param {Sight} sight */
function lookAtCards(part, place, sight) {
  for (const node of all("[data-card]", part)) {
    const box = node.getBoundingClientRect();
    if (box.width) sight.cards.push({ node, box, place, code: node.dataset.card || "", isMatched: false });
  }
}

/** @param {Element | null} node
 * @param {string} place
 * @param {Sight} sight */
function lookAtAmount(node, place, sight) {
  const [digits] = /[-−]?\d+/.exec(node?.textContent || "") || [];
  const box = node?.getBoundingClientRect();
  if (digits && box?.width) sight.amounts.set(place, { amount: Number(digits.replace("−", "-")), box });
}

/** The cards that were not there before, each with the box it comes from, if that can be told.
 * @param {Sight} old
 * @param {Sight} now
 * @returns {{card: Card, from: DOMRect | undefined}[]} */
export function findNewCards(old, now) {
  const isNew = now.cards.filter((card) => {
    const same = old.cards.find((one) => !one.isMatched && one.code === card.code && one.place === card.place);
    if (same) same.isMatched = true;
    return !same;
  });
  return isNew.map((card) => ({ card, from: findSource(card, old) }));
}

/** A card that a seat laid down comes from there; from the own seat, out of the own hand. Others come from where the same
 * card has gone. Copies are matched in order.
 * @param {Card} card
 * @param {Sight} old */
function findSource(card, old) {
  if (card.place === "hand") return undefined;
  const from = /** @type {HTMLElement | null} */ (card.node.closest("[data-from]"));
  const giver = from?.dataset.from ?? card.place;
  const inHand = giver === old.mine && old.cards.find((one) => one.place === "hand" && one.code === card.code);
  if (inHand) return inHand.box;
  if (giver !== card.place) return old.seats.get(giver)?.box;
  const gone = old.cards.find((one) => !one.isMatched && one.code === card.code);
  if (gone) gone.isMatched = true;
  return gone?.box;
}

/** Who pays whom. Chips that are bet lie before the seat, and go to the pot when the bets are over. Where there is no pot,
 * losers pay winners.
 * @param {Sight} old
 * @param {Sight} now
 * @returns {[string, string][]} */
export function findPayments(old, now) {
  const changed = (/** @type {number} */ sign) =>
    Array.from(now.amounts).flatMap(([place, { amount }]) => {
      const was = old.amounts.get(place);
      return isSeat(place) && was && Math.sign(amount - was.amount) === sign ? [place] : [];
    });
  const [payers, winners] = [changed(-1), changed(1)];
  const hasPot = now.amounts.has("pot") && old.amounts.has("pot");
  if (!hasPot) return payers.flatMap((from) => winners.map((to) => /** @type {[string, string]} */ ([from, to])));
  const swept = Array.from(old.amounts.keys()).filter((place) => place.startsWith(BET) && !now.amounts.has(place));
  return [
    ...payers.map((from) => /** @type {[string, string]} */ ([from, now.amounts.has(BET + from) ? BET + from : "pot"])),
    ...swept.map((from) => /** @type {[string, string]} */ ([from, "pot"])),
    ...winners.map((to) => /** @type {[string, string]} */ (["pot", to])),
  ];
}

/** The seats that have got another label.
 * @param {Sight} old
 * @param {Sight} now */
export function findActors(old, now) {
  return Array.from(now.seats).flatMap(([number, seat]) => {
    const was = old.seats.get(number)?.labels;
    return was && seat.labels.some((label) => label && !was.includes(label)) ? [seat.node] : [];
  });
}
