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
  const path = `${play.dataset.fragment}?asked=${hand().dataset.asked}&log=${zone().dataset.log}`;
  const headers = etag ? { "If-None-Match": etag } : {};
  htmx.ajax("GET", path, { source: play, target: "#zone", swap: "outerHTML", headers });
}

function pollLater() {
  clearTimeout(polling);
  if (document.hidden || zone().dataset.moving !== "yes") return;
  polling = setTimeout(refresh, stream && stream.readyState === EventSource.OPEN ? POLL_CALM : POLL_CUT);
}

// A move's answer brings all that a refresh would; one that was under way must not take the form away before it comes.
const isMoveSent = () => document.querySelector("#move[data-sent]") !== null;

// So that the answer brings only what is new in the log.
document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.elt.id === "move") event.detail.path += `?log=${zone().dataset.log}`;
});

document.addEventListener("htmx:beforeSend", (event) => {
  busy ||= event.detail.target.id === "zone";
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { target, successful } = event.detail;
  if (target.id !== "zone") return;
  busy = isMoveSent();
  if (busy) return;
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
let left = null; // what the swap finds: the hand, where the focus is, how far the log is read, which folds are open

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
  event.detail.shouldSwap = ours && (event.detail.requestConfig.elt.id === "move" || !isMoveSent());
  if (!event.detail.shouldSwap) return;
  etag = event.detail.xhr.getResponseHeader("ETag") || "";
  event.detail.isError = false; // a refusal, whatever its status: its sentence comes with the table
  left = {
    hand: hand(),
    // A button that was pressed is held, and a held button has lost the focus.
    inHand: hand().contains(document.activeElement) || (isNowhere() && event.detail.requestConfig.elt.id === "move"),
    inZone: zone().contains(document.activeElement),
    read: document.getElementById("log-box").scrollTop,
    folds: Array.from(zone().querySelectorAll("details[id]"), (fold) => [fold.id, fold.open]),
  };
});

// Log lines may come twice: with a move's answer, and with one that was under way.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  if (target.id !== "log" || fragment.nodeType !== Node.ELEMENT_NODE) return; // the whole log comes in a document
  for (const line of Array.from(fragment.children)) if (Number(line.dataset.seq) <= lastSeq()) line.remove();
});

const isNowhere = () => !document.activeElement || document.activeElement === document.body;

// A new hand is gone to as a whole, never to a box or button in it that was not there to be meant. Without a hand,
// or when what one looked at is gone, there is the line that says whose turn it is. Elsewhere the focus is left alone.
function focusKept() {
  const isNew = hand() !== left.hand;
  const waited = isNew && document.activeElement?.id === "turn" && document.getElementById("move");
  const lost = isNowhere() || (isNew && hand().contains(document.activeElement)); // not: gone elsewhere meanwhile
  if ((left.inHand && lost) || waited) {
    if (hand().querySelector(".tray__form > *")) hand().focus({ preventScroll: true });
    if (!hand().contains(document.activeElement)) turnLine().focus({ preventScroll: true });
  } else if (left.inZone && isNowhere()) turnLine().focus({ preventScroll: true });
}

const turnLine = () => document.getElementById("turn");

function placesKept() {
  document.getElementById("log-box").scrollTop = left.read;
  for (const [id, open] of left.folds) {
    const fold = document.getElementById(id);
    if (fold) fold.open = open;
  }
}

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target.id !== "zone" && event.detail.elt.id !== "zone") return;
  document.title = zone().dataset.title;
  if (left) {
    placesKept();
    focusKept();
    left = null;
  }
  speak();
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

streamOpened();
pollLater();
