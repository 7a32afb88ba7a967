// The talk beside a table, or on its own page. Told by the table's stream (table.js) that somebody has said something,
// it fetches what is new; on its own page, and where nothing tells, it asks now and then. The form is never touched.
"use strict";

const TALK_EVERY = 20000;
const SEEN = "tefuda.talk"; // what the browser remembers under: the newest number that was looked at, by table

const talk = document.getElementById("talk");
const talkPanel = () => document.getElementById("talk-panel");
const talkLines = () => document.getElementById("talk-lines");
const talkWay = document.getElementById("talk-way");
const isTalkOpen = () => talk.nodeName !== "DETAILS" || talk.open;
const hasStream = () => typeof stream !== "undefined" && stream?.readyState === EventSource.OPEN;

let talkTold = {}; // by room, the number the stream has told
let talkTimer = 0;
let talkBusy = false;

// Private windows may refuse to remember: then what is new is new until it is looked at.
function talkSeen(numbers) {
  try {
    const all = JSON.parse(sessionStorage.getItem(SEEN) || "{}");
    if (numbers) sessionStorage.setItem(SEEN, JSON.stringify({ ...all, [talk.dataset.talk]: numbers }));
    return all[talk.dataset.talk] || {};
  } catch {
    return {};
  }
}

function talkMarked() {
  const seen = talkSeen();
  const isNew = !isTalkOpen() && Object.entries(talkTold).some(([room, number]) => number > (seen[room] || 0));
  if (talkWay) talkWay.querySelector(".talk-way__news").hidden = !isNew;
}

// What a mark says: "players.12.13_spectators.0.0", by room the lines and the number.
function talkLookedAt() {
  const parts = (talkLines()?.dataset.mark || "").split("_").map((part) => part.split("."));
  talkSeen(Object.fromEntries(parts.filter((part) => part.length === 3).map(([room, , number]) => [room, Number(number)])));
  talkMarked();
}

async function talkFetched() {
  clearTimeout(talkTimer);
  if (document.hidden || !isTalkOpen() || talkBusy) return;
  talkBusy = true;
  const lines = talkLines();
  try {
    const address = lines ? `${talk.dataset.news}?mark=${lines.dataset.mark}` : talk.dataset.talk;
    const answer = await fetch(address, { headers: lines ? {} : { "HX-Request": "true" } });
    const isNewest = lines === talkLines(); // else the own line's answer was quicker, and holds it all
    if (answer.status === 200 && isNewest) {
      talkShown(new DOMParser().parseFromString(await answer.text(), "text/html"), lines);
    }
  } catch {
    // No connection: asked again later.
  }
  talkBusy = false;
  talkLater();
}

function talkLater() {
  clearTimeout(talkTimer);
  const [seen, told] = [talkSeen(), Object.entries(talkTold)];
  const isBehind = hasStream() && talkLines() && told.some(([room, number]) => number > (seen[room] || 0));
  if (isTalkOpen() && !document.hidden) talkTimer = setTimeout(talkFetched, isBehind ? 1000 : TALK_EVERY);
}

// Whether one may write freely goes with the match. What is half written stays; it would be refused with a sentence.
function talkFormFollows() {
  const [zoneNow, typed] = [document.getElementById("zone"), document.getElementById("talk-text")?.value];
  const isSame = zoneNow?.dataset.quick === talkPanel().dataset.quick;
  if (isSame || !talkLines() || !isTalkOpen() || typed) return;
  talkLines().id = ""; // then all of it is fetched
  talkFetched();
}

function talkShown(page, lines) {
  if (!lines) {
    const fresh = page.getElementById("talk-panel");
    if (!fresh) return;
    talkPanel().replaceWith(fresh);
    htmx.process(fresh);
  } else {
    const fresh = page.getElementById("talk-lines");
    if (!fresh) return;
    if (fresh.dataset.whole !== undefined) lines.replaceChildren(...fresh.children);
    else {
      lines.querySelector(".talk__none")?.remove();
      lines.append(...Array.from(fresh.children).filter((line) => !document.getElementById(line.id)));
    }
    lines.dataset.mark = fresh.dataset.mark;
  }
  timesShown();
  talkLookedAt();
}

if (talk) {
  document.addEventListener("tefuda:talk", (event) => {
    talkTold[event.detail.room] = event.detail.number;
    talkMarked();
    if ((talkSeen()[event.detail.room] || 0) < event.detail.number) talkFetched();
  });
  document.addEventListener("tefuda:done", talkFormFollows);
  talk.addEventListener("toggle", () => (talkMarked(), talkFetched()));
  talkWay?.addEventListener("click", () => (talk.open = true)); // and the address leads there
  // What is refused comes with its sentence, whatever its status.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "talk-panel") return;
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (!event.target.matches?.("#talk-panel")) return;
    timesShown();
    talkLookedAt();
  });
  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(talkTimer) : talkFetched()));
  if (location.hash === "#talk" && talk.nodeName === "DETAILS") talk.open = true;
  if (talkLines()) talkLookedAt();
  talkLater();
}
