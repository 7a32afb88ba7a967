// Motion at the table and in replays: what has changed flies, turns or pulses once, from where it was before the new
// board took its place. Nothing waits for it, and the next change ends it. Comes last, after measure-cards.js: others finish the
// page first.
"use strict";

{
  const WHOLE_MS = 250;
  const STEP_MS = 25; // between things that move together
  const MOST = 40; // cards that move at once; more would be a blur, and slow
  const COINS = 3; // drawn for one payment, however large

  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let running = [];
  let before = null; // the table as it was seen when a swap began
  let plan = null; // what is to move while the table is put in place step by step (update-table.js)
  let last = null; // as it was seen when the last one was over
  let [frame, timer] = [0, 0];

  // --- Moving: transforms and opacity only, so that the browser needs no new layout

  function moved(node, keyframes, id, step = 0) {
    const delay = Math.min(step * STEP_MS, WHOLE_MS / 2);
    const options = { id, duration: WHOLE_MS - delay, delay, easing: "ease-out", fill: "backwards" };
    running.push(node.animate(keyframes, options));
    return running.at(-1);
  }

  const inView = (box) => box.bottom > 0 && box.top < innerHeight;
  const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];

  function cardFlown({ card, from }, step) {
    if (!from) {
      const start = card.place === "hand" ? "translateY(-16px)" : "rotateY(90deg)";
      return moved(card.node, [{ transform: start, opacity: 0, offset: 0 }], "open", step);
    }
    const [[x, y], [fromX, fromY]] = [middle(card.box), middle(from)];
    const wider = from.width / card.box.width;
    const scale = wider > 2 ? 1 : wider; // from a seat, not from a card
    moved(card.node, [{ transform: `translate(${fromX - x}px, ${fromY - y}px) scale(${scale})`, offset: 0 }], "fly");
  }

  function layer() {
    const found = document.querySelector(".flights");
    if (found) return found;
    const made = document.createElement("div");
    made.className = "flights";
    made.setAttribute("aria-hidden", "true");
    return document.body.appendChild(made);
  }

  function chipsFlown(from, to) {
    const [start, end] = [from, to].map((box) => `translate(${middle(box).join("px, ")}px)`);
    for (let step = 0; step < COINS; step += 1) {
      const chip = layer().appendChild(document.createElement("span"));
      chip.className = "flights__chip";
      moved(chip, [{ transform: start }, { transform: end }], "chips", step).onfinish = () => chip.remove();
    }
  }

  function stopped() {
    for (const one of running) one.cancel();
    running = [];
    document.querySelector(".flights")?.replaceChildren();
  }

  // --- When

  function planned(old, now) {
    const [cards, paid] = [cardsMoved(old, now).slice(0, calm.matches ? 0 : MOST), payments(old, now)];
    const won = paid.some(([from, to]) => from === "pot" && to === now.mine) || (now.over && !old.over);
    const isCard = cards.length > 0;
    const detail = { card: isCard, chips: paid.length > 0, turn: now.turn && !old.turn, won };
    return { old, cards, paid, acted: acted(old, now), detail };
  }

  // Boxes are read before anything moves: each would cost a layout after that.
  function cardsShown(cards) {
    const placed = cards.map(({ card, from }) => ({ card: { ...card, box: card.node.getBoundingClientRect() }, from }));
    placed.filter(({ card: { box } }) => box.width && inView(box)).forEach(cardFlown);
  }

  // How it ended lies where the board was: nothing flies over what is to be read now.
  const resultShown = () => document.querySelector("#zone > .finished") && !document.querySelector("#held.is-held");

  function restShown({ old, paid, acted, detail }, now) {
    document.dispatchEvent(new CustomEvent("tefuda:changed", { detail }));
    if (calm.matches || resultShown()) return;
    const ends = (place) => now.amounts.get(place)?.box;
    for (const [from, to] of paid) if (ends(to)) chipsFlown(old.amounts.get(from).box, ends(to));
    for (const number of acted) {
      const seat = now.seats.get(number)?.node;
      if (seat) moved(seat, [{}, { transform: "scale(1.04)", offset: 0.4 }, {}], "pulse");
    }
  }

  function changeShown() {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = timer = 0;
    last = tableSeen();
    const all = planned(before, last);
    before = null;
    if (!resultShown()) cardsShown(all.cards);
    restShown(all, last);
  }

  // The swap is one task, looking at its outcome another, drawing it the third; unless it is to be drawn at once.
  function changeSoon() {
    if (!before || frame) return;
    frame = requestAnimationFrame(changeShown);
    timer = setTimeout(changeShown);
  }

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, shouldSwap } = event.detail;
    if (!shouldSwap || !["zone", "replay"].includes(target.id) || document.hidden) return;
    before ||= tableSeen();
    stopped();
  });
  document.addEventListener("htmx:afterSettle", changeSoon);

  // A board that was held has made way for the present one.
  document.addEventListener("tefuda:present", () => {
    if (document.hidden) return;
    before ||= last;
    stopped();
    if (before) changeShown(); // laid out here, so that only the drawing is left to the frame
  });

  // --- Step by step: what moves is known beforehand, and begins to with the step that puts it in place

  document.addEventListener("tefuda:fresh", ({ detail }) => {
    plan = null;
    if (document.hidden) return;
    const old = before || tableSeen();
    before = null;
    stopped();
    plan = planned(old, tableSeen(detail));
  });

  document.addEventListener("tefuda:step", ({ detail: parts }) => {
    if (!plan?.cards.length) return;
    const places = new Set(parts.filter((part) => part.nodeType === Node.ELEMENT_NODE).flatMap(placesOf));
    const now = Array.from(places).flatMap((part) => cardsIn(part));
    plan.cards = plan.cards.filter((one) => !now.includes(one));
    cardsShown(now);
  });

  function placesOf(part) {
    const place = part.closest(PLACES);
    return place ? [place] : Array.from(part.querySelectorAll(PLACES));
  }

  // Of the cards that are to move, those that lie there by now.
  function cardsIn(part) {
    if (part.closest(OUT_OF_SIGHT)) return [];
    const place = part.matches(".seat") ? numberOf(part) : part.matches(".centre") ? "centre" : "hand";
    const nodes = part.querySelectorAll("[data-card]");
    const found = plan.cards.filter(({ card: { at, code } }) => nodes[at]?.dataset.card === code);
    const here = found.filter(({ card }) => card.place === place);
    for (const { card } of here) card.node = nodes[card.at];
    return here;
  }

  document.addEventListener("tefuda:done", () => {
    if (!plan) return;
    last = tableSeen();
    restShown(plan, last);
    plan = null;
  });
}
