// The table page: told by a stream that something changed, it fetches the zone beside the hand, and only that.
"use strict";

const POLL_CUT = 3000; // the stream is down
const POLL_CALM = 60000; // the stream is up; only in case it lies
const STREAM_RETRY = 15000;

const play = document.getElementById("play");
const zone = () => document.getElementById("zone");
const hand = () => document.getElementById("hand");
const shownRev = () => Number(zone().dataset.rev);

// --- Fetching

let etag = "";
let busy = false; // a fetch or a move is under way
let wanted = 0; // the highest number the stream has told
let polling = 0;
let stream = null;
let retry = 0;

function refresh() {
  if (busy) return; // its answer will be as new
  busy = true;
  const path = `${play.dataset.fragment}?asked=${hand().dataset.asked}&rev=${shownRev()}`;
  const headers = etag ? { "If-None-Match": etag } : {};
  htmx.ajax("GET", path, { source: play, target: "#zone", swap: "outerHTML", headers });
}

function pollLater() {
  clearTimeout(polling);
  if (document.hidden || zone().dataset.moving !== "yes") return;
  polling = setTimeout(refresh, stream && stream.readyState === EventSource.OPEN ? POLL_CALM : POLL_CUT);
}

document.addEventListener("htmx:beforeSend", (event) => {
  busy ||= event.detail.target.id === "zone";
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { target, successful, xhr } = event.detail;
  if (target.id !== "zone") return;
  busy = false;
  if (xhr.status === 200) etag = xhr.getResponseHeader("ETag") || "";
  if (successful && wanted > shownRev()) refresh();
  else pollLater();
});

function streamClosed() {
  clearTimeout(retry);
  if (stream) stream.close();
  stream = null;
}

function streamOpened() {
  streamClosed();
  if (document.hidden || zone().dataset.moving !== "yes" || !window.EventSource) return;
  stream = new EventSource(`/live/?token=${encodeURIComponent(zone().dataset.token)}`);
  stream.addEventListener("open", pollLater);
  stream.addEventListener("table", (event) => {
    wanted = JSON.parse(event.data).seq;
    if (wanted > shownRev()) refresh();
  });
  stream.addEventListener("error", () => {
    pollLater();
    // Refused for good, e.g. because the token is old: the zone has a fresh one by then.
    if (stream && stream.readyState === EventSource.CLOSED) retry = setTimeout(streamOpened, STREAM_RETRY);
  });
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    streamClosed();
    clearTimeout(polling);
  } else {
    streamOpened();
    refresh();
  }
});

addEventListener("pagehide", streamClosed);
addEventListener("pageshow", (event) => event.persisted && (streamOpened(), refresh()));

// --- Swapping

let said = lastSeq();
let wasInHand = false;

function lastSeq() {
  return Math.max(0, ...Array.from(document.querySelectorAll("#tail [data-seq]"), (line) => Number(line.dataset.seq)));
}

// An answer that was overtaken by a newer one must not turn the page back.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "zone") return;
  // The form that asked has been replaced in the meantime by a newer one; htmx could no longer place the answer.
  if (!event.detail.requestConfig.elt.isConnected) {
    event.detail.shouldSwap = false;
    busy = false; // htmx reports the end of this request to a form that is no longer in the page
    refresh();
    return;
  }
  const rev = /data-rev="(\d+)"/.exec(event.detail.xhr.responseText);
  const ours = rev !== null && Number(rev[1]) >= shownRev();
  event.detail.shouldSwap = ours;
  if (!ours) return;
  event.detail.isError = false; // a refusal, whatever its status: its sentence comes with the table
  // A button that was pressed is held, and a held button has lost the focus.
  wasInHand = hand().contains(document.activeElement) || event.detail.requestConfig.elt.id === "move";
});

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target.id !== "zone" && event.detail.elt.id !== "zone") return;
  document.title = zone().dataset.title;
  if (wasInHand && !hand().contains(document.activeElement)) hand().focus({ preventScroll: true });
  wasInHand = false;
  speak();
  picksCounted();
  if (zone().dataset.moving !== "yes") streamClosed();
});

// What is drawn for eyes only is not read out.
function spoken(node) {
  const copy = node.cloneNode(true);
  copy.querySelectorAll("[aria-hidden=true]").forEach((part) => part.remove());
  return copy.textContent.replace(/\s+/g, " ").trim();
}

function speak() {
  const news = Array.from(document.querySelectorAll("#tail [data-seq]")).filter((line) => Number(line.dataset.seq) > said);
  said = Math.max(said, lastSeq());
  const text = [...news.map(spoken), zone().dataset.turn].filter(Boolean).join(" ");
  if (news.length && text) document.getElementById("live").textContent = text;
}

// --- The hand

const picks = () => Array.from(hand().querySelectorAll(".pick > input:not(:disabled)"));

const pickedIn = (group) => group.querySelectorAll(".pick > input:checked").length;
const fits = (group) => Number(group.dataset.min || 0) <= pickedIn(group) && pickedIn(group) <= Number(group.dataset.max);

// A group with data-max says how many are picked; a confirm button waits until the number fits, in groups within it too.
function picksCounted() {
  for (const group of hand().querySelectorAll("[data-max]")) {
    for (const output of group.querySelectorAll(".picks__count")) {
      output.textContent = `${pickedIn(group)}/${group.dataset.max}`;
      output.classList.toggle("is-wrong", !fits(group));
    }
    const whole = [group, ...group.querySelectorAll("[data-max]")].every(fits);
    for (const button of group.querySelectorAll("button[data-needs-picks]")) button.disabled = !whole;
  }
}

// Piles: groups that all show the same cards. A card lies in one of them at most.
const places = (value) =>
  Array.from(hand().querySelectorAll("[data-piles] .pick > input")).filter((box) => box.value === value);

function laidInOnePile(laid) {
  const boxes = places(laid.value);
  if (laid.checked) for (const box of boxes) box.checked = box === laid;
  for (const box of boxes) box.parentElement.classList.toggle("is-elsewhere", laid.checked && box !== laid);
}

// The box of the next pile for a card, one with room if there is any.
function nextPlace(value) {
  const boxes = places(value);
  const at = boxes.findIndex((box) => box.checked);
  const others = [...boxes.slice(at + 1), ...boxes.slice(0, Math.max(at, 0))];
  const hasRoom = (group) => pickedIn(group) < Number(group.dataset.max);
  return others.find((box) => hasRoom(box.closest("[data-max]"))) || others[0];
}

document.addEventListener("change", (event) => {
  if (!event.target.matches(".pick > input")) return;
  if (event.target.closest("[data-piles]")) laidInOnePile(event.target);
  picksCounted();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-fill]");
  if (!button) return;
  const box = button.dataset.for
    ? document.getElementById(button.dataset.for)
    : button.closest(".field, fieldset, form").querySelector("input[type=number]");
  box.value = button.dataset.fill;
  box.dispatchEvent(new Event("input", { bubbles: true }));
  box.focus();
});

const buttons = () => Array.from(hand().querySelectorAll("form .actions button:not(:disabled)"));

// 1 … 9 and 0 toggle cards (the one of that value, else by place), or take them from pile to pile; where there are no
// cards to pick they lead to the buttons. Enter confirms what is picked, but never plays by surprise.
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || typing(event.target) || !hand().querySelector("form")) return;
  if (/^[0-9]$/.test(event.key)) {
    const nth = (Number(event.key) + 9) % 10;
    const named = picks().filter((box) => box.value === event.key);
    const chosen = nextPlace(event.key) || (named.length === 1 ? named[0] : picks()[nth]);
    if (chosen) chosen.click();
    else if (!picks().length) buttons()[nth]?.focus();
  } else if (event.key === "Enter" && picks().length && !event.target.closest("a, button, summary")) {
    event.preventDefault();
    hand().querySelector("form .btn--confirm:not(:disabled)")?.click();
  }
});

streamOpened();
pollLater();
picksCounted();
