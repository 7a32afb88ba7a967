// The table page: told by a stream that something changed, it fetches the zone beside the hand, and only that.
"use strict";

const POLL_CUT = 3000; // the stream is down
const POLL_CALM = 60000; // the stream is up; only in case it lies
const POLL_OUTLINE = 1500; // the match is over and its chart is being drawn, …
const OUTLINE_POLLS = 20; // … which a busy house may put off
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
let outlined = 0; // how often it was asked for the chart
let stream = null;
let retry = 0;

function refresh() {
  if (busy) return; // its answer will be as new
  busy = true;
  const path = `${play.dataset.fragment}?asked=${hand().dataset.asked}&log=${zone().dataset.log}`;
  const headers = etag ? { "If-None-Match": etag } : {};
  const sent = htmx.ajax("GET", path, { source: play, target: "#zone", swap: "none", headers });
  sent?.catch(() => {}); // without a connection; asked again later
}

function pollLater() {
  clearTimeout(polling);
  if (document.hidden) return;
  if ("outlining" in zone().dataset && outlined++ < OUTLINE_POLLS) polling = setTimeout(refresh, POLL_OUTLINE);
  if (zone().dataset.moving !== "yes") return;
  polling = setTimeout(refresh, stream && stream.readyState === EventSource.OPEN ? POLL_CALM : POLL_CUT);
}

// So that the answer brings only what is new in the log.
document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.elt.id === "move") event.detail.path += `?log=${zone().dataset.log}`;
});

document.addEventListener("htmx:beforeSend", (event) => {
  busy ||= event.detail.target.id === "zone";
});

// Asked again at once if there is something newer by now. An answer that is being put in place ends it later (update-table.js).
// A move's answer brings all that a refresh would; one that was under way must not take the form away before it comes.
function answered(successful) {
  busy = isMoveSent();
  if (busy) return;
  if (successful && wanted > shownRev()) refresh();
  else pollLater();
}

document.addEventListener("htmx:afterRequest", (event) => {
  const { target, elt, successful } = event.detail;
  if (target.id !== "zone") return;
  if (!isSwapping()) return answered(successful);
  if (elt.id === "move" && handComes) hold(elt, true); // it has been answered, and is about to go
});

function streamClosed() {
  clearTimeout(retry);
  if (stream) stream.close();
  stream = null;
}

function streamOpened() {
  streamClosed();
  if (document.hidden || zone().dataset.moving !== "yes" || !window.EventSource) return;
  stream = new EventSource(`${play.dataset.live}?token=${encodeURIComponent(zone().dataset.token)}`);
  stream.addEventListener("open", pollLater);
  stream.addEventListener("table", (event) => {
    wanted = JSON.parse(event.data).seq;
    if (wanted > shownRev()) refresh();
  });
  stream.addEventListener("talk", (event) => {
    document.dispatchEvent(new CustomEvent("tefuda:talk", { detail: JSON.parse(event.data) }));
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

// --- Read out

let said = lastSeq();

function lastSeq() {
  return Math.max(0, ...Array.from(document.querySelectorAll("#tail [data-seq]"), (line) => Number(line.dataset.seq)));
}

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
