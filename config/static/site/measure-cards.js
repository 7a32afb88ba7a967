// What is seen at a table, and in what two sights of it differ; animate-cards.js moves that. Places are "hand", "centre" and the
// seats' numbers. A fresh table that is not in the page yet lies nowhere.
"use strict";

// --- Looking: where everything lies, all read in one pass

const OUT_OF_SIGHT = ".is-held ~ .board, .is-coming .board";
const amountIn = (node) => Number(/[-−]?\d+/.exec(node.textContent)?.[0].replace("−", "-"));
const numberOf = (seat) => /seat-tone-(\d+)/.exec(seat.querySelector(".seat__head").className)[1];
const PLACES = ".seat, .centre, .tray__form";
const boxOf = (node) => (node.ownerDocument === document ? node.getBoundingClientRect() : { width: 1 });
const inPage = () => ({ zone: document.getElementById("zone") || document.body, board: document, form: document });

function tableSeen({ zone, board, form } = inPage()) {
  const seen = { cards: [], amounts: new Map(), labels: new Map(), seats: new Map(), mine: null };
  for (const one of board.querySelectorAll(".board")) if (!one.matches(OUT_OF_SIGHT)) boardSeen(one, seen);
  for (const one of form.querySelectorAll(".tray__form")) cardsSeen(one, "hand", seen);
  seen.turn = zone.querySelector(".turn--mine") !== null;
  seen.over = zone.dataset.moving === "no";
  return seen;
}

function boardSeen(board, seen) {
  for (const seat of board.querySelectorAll(".seat")) seatSeen(seat, seen);
  for (const centre of board.querySelectorAll(".centre")) {
    cardsSeen(centre, "centre", seen);
    const pot = centre.querySelector(".chips");
    if (pot) amountSeen(pot, "pot", seen);
  }
}

function seatSeen(seat, seen) {
  const box = boxOf(seat);
  if (!box.width) return;
  const number = numberOf(seat);
  seen.seats.set(number, { node: seat, box });
  if (seat.querySelector(".seat__head--me")) seen.mine = number;
  seen.labels.set(number, Array.from(seat.querySelectorAll(".badge, .seat__did"), (label) => label.textContent.trim()));
  cardsSeen(seat, number, seen);
  const chips = seat.querySelector(".chips");
  if (chips) amountSeen(chips, number, seen);
}

function cardsSeen(part, place, seen) {
  Array.from(part.querySelectorAll("[data-card]")).forEach((node, at) => {
    const box = boxOf(node);
    if (box.width) seen.cards.push({ node, box, place, at, code: node.dataset.card, matched: false });
  });
}

function amountSeen(node, place, seen) {
  const [amount, box] = [amountIn(node), boxOf(node)];
  if (box.width && !Number.isNaN(amount)) seen.amounts.set(place, { amount, box });
}

// --- Comparing

// The cards that were not there before, each with the box it comes from, if that can be told.
function cardsMoved(old, now) {
  const byCode = grouped(old.cards);
  const find = (card, fits) => (byCode.get(card.code) || []).find((one) => !one.matched && fits(one));
  const strangers = now.cards.filter((card) => {
    const same = find(card, (one) => one.place === card.place);
    if (same) same.matched = true;
    return !same;
  });
  return strangers.map((card) => ({ card, from: sourceOf(card, old, find) }));
}

function grouped(cards) {
  const byCode = new Map();
  for (const card of cards) byCode.set(card.code, [...(byCode.get(card.code) || []), card]);
  return byCode;
}

// A card that a seat laid down comes from there; from the own seat, out of the own hand. Others come from where the
// same card has gone. Copies are matched in order.
function sourceOf(card, old, find) {
  if (card.place === "hand") return null;
  const giver = card.node.closest("[data-from]")?.dataset.from ?? card.place;
  const held = giver === old.mine && old.cards.find((one) => one.place === "hand" && one.code === card.code);
  if (held) return held.box;
  if (giver !== card.place) return old.seats.get(giver)?.box;
  const gone = find(card, () => true);
  if (gone) gone.matched = true;
  return gone?.box;
}

// Who pays whom. Where there is no pot, losers pay winners.
function payments(old, now) {
  const changed = (sign) =>
    Array.from(now.amounts.keys()).filter((place) => {
      const was = old.amounts.get(place);
      return place !== "pot" && was && Math.sign(now.amounts.get(place).amount - was.amount) === sign;
    });
  const [payers, winners] = [changed(-1), changed(1)];
  if (!now.amounts.has("pot") || !old.amounts.has("pot")) return payers.flatMap((from) => winners.map((to) => [from, to]));
  return [...payers.map((from) => [from, "pot"]), ...winners.map((to) => ["pot", to])];
}

const acted = (old, now) =>
  Array.from(now.seats.keys()).filter((number) => {
    const was = old.labels.get(number);
    return was && now.labels.get(number).some((label) => label && !was.includes(label));
  });
