// Piles of equal cards: a tap adds one of a pile, minus takes one back, a hint fills in the next legal play.
// What is chosen stands in the form's selects, which is all there is without scripts.
"use strict";

const RANK_KEYS = { 1: "10", 0: "10", j: "J", q: "Q", k: "K", a: "A", s: "s", b: "B" };

let added = []; // ranks in the order they were added, for Backspace
let hinted = null; // the hint shown last, as text

const pilesForm = () => hand().querySelector("[data-plays]");
const piles = () => Array.from(hand().querySelectorAll(".pile[data-rank]"));
const pileBox = (pile) => pile.querySelector("select");
const pileCount = (pile) => pileBox(pile).selectedIndex;
const pileSize = (pile) => pileBox(pile).options.length - 1;
const chosenCards = () => piles().flatMap((pile) => Array(pileCount(pile)).fill(pile.dataset.rank));

function pileSet(pile, count) {
  pileBox(pile).selectedIndex = count;
  pilesShown();
}

// After the last card of a pile the tap begins anew, so that a finger needs no minus.
function pileAdd(pile) {
  const count = (pileCount(pile) + 1) % (pileSize(pile) + 1);
  added.push(pile.dataset.rank);
  pileSet(pile, count);
}

function pileTake(pile) {
  pileSet(pile, Math.max(0, pileCount(pile) - 1));
  if (!pileCount(pile)) pile.querySelector(".pile__add").focus();
}

function pileTakeLast() {
  const last = piles().find((one) => one.dataset.rank === added[added.length - 1]);
  added = added.slice(0, -1);
  if (last) pileSet(last, Math.max(0, pileCount(last) - 1));
}

// For ears: what is chosen, pile by pile, and what it is.
function pilesSaid() {
  const name = (pile) => pile.querySelector(".visually-hidden").textContent;
  const chosen = piles().filter(pileCount).map((pile) => `${name(pile)} ${pileCount(pile)}/${pileSize(pile)}`);
  document.getElementById("live").textContent = `${chosen.join(", ") || "0"}. ${namedCards()}`;
}

// How many there are of each rank, jokers last, as the title's rules write it: "3 + 1 + *".
function shape() {
  const chosen = piles().filter(pileCount);
  const jokers = chosen.filter((pile) => "joker" in pile.dataset);
  const counts = chosen.filter((pile) => !jokers.includes(pile)).map(pileCount).sort((a, b) => b - a);
  return [...counts, ...jokers.flatMap((pile) => Array(pileCount(pile)).fill("*"))].join(" + ");
}

// The rules have named every combination of this hand; here the marked cards are only looked up.
function namedCards() {
  const cards = chosenCards().join(" ");
  if (!cards) return "";
  const names = Array.from(pilesForm().querySelectorAll(".marked__names > li"));
  const name =
    names.find((one) => one.dataset.cards?.split("|").includes(cards)) ||
    names.find((one) => "flaw" in one.dataset && new RegExp(one.dataset.flaw).test(shape()));
  return name.textContent.replace("{shape}", shape());
}

function pilesShown() {
  if (!pilesForm()) return;
  for (const pile of piles()) {
    const count = pileCount(pile);
    pile.classList.toggle("is-picked", count > 0);
    pile.querySelector(".pile__picked").textContent = `${count}/${pileSize(pile)}`;
    pile.querySelector(".pile__take").hidden = count === 0;
  }
  const chosen = chosenCards();
  const line = pilesForm().querySelector(".marked");
  line.hidden = chosen.length === 0; // it stands in the question's place
  line.textContent = namedCards();
  const counter = pilesForm().querySelector(".piles__state");
  const playable = pilesForm().dataset.plays.split("|").includes(chosen.join(" "));
  counter.textContent = chosen.length ? `${playable ? "✓" : "✗"} ${chosen.length}` : "";
  const button = pilesForm().querySelector("button[value=play]");
  button.dataset.needsPicks = ""; // keyboard.js leads there
  button.disabled = chosen.length === 0 || isMoveSent(); // what can't be played may still be sent: the answer says why
}

// The next play that holds what is chosen; after a hint, the next one to the same question.
let asked = [];

function hint() {
  const chosen = chosenCards();
  if (chosen.join(" ") !== hinted) asked = chosen;
  const plays = pilesForm().dataset.plays.split("|").filter(Boolean);
  const fitting = plays.filter((play) => includesAll(play.split(" "), asked));
  const choices = fitting.length ? fitting : plays;
  if (!choices.length) return;
  hinted = choices[(choices.indexOf(hinted) + 1) % choices.length];
  const cards = hinted.split(" ");
  for (const pile of piles()) pileBox(pile).selectedIndex = cards.filter((card) => card === pile.dataset.rank).length;
  added = cards;
  pilesShown();
}

const includesAll = (cards, wanted) => wanted.every((rank) => count(cards, rank) >= count(wanted, rank));
const count = (cards, rank) => cards.filter((card) => card === rank).length;

function pilesCleared() {
  for (const pile of piles()) pileBox(pile).selectedIndex = 0;
  added = [];
  hinted = null;
  pilesShown();
}

// Ranks add a card of their pile; H hints, Escape clears, Backspace takes the last one back.
function pileKey(key) {
  const pile = piles().find((one) => one.dataset.rank === (RANK_KEYS[key] || key));
  if (pile) pileCount(pile) < pileSize(pile) && pileAdd(pile); // only a finger begins anew
  else if (key === "h") hint();
  else if (key === "escape") pilesCleared();
  else if (key === "backspace") pileTakeLast();
  else return false;
  pilesSaid();
  return true;
}

document.addEventListener("tefuda:key", (event) => {
  if (pilesForm() && pileKey(event.detail)) event.preventDefault();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || !pilesForm() || !pilesForm().contains(button)) return;
  const pile = button.closest(".pile");
  if (button.matches(".pile__add")) pileAdd(pile);
  else if (button.matches(".pile__take")) pileTake(pile);
  else if (button.matches("[data-hint]")) hint();
  else if (button.matches("[type=reset]")) return setTimeout(() => (pilesCleared(), pilesSaid()));
  else return;
  pilesSaid();
});

document.addEventListener("htmx:afterSettle", pilesShown);
pilesShown();
