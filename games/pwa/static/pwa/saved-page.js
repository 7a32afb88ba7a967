// What this device keeps of whoever uses it: moves that wait, pages, receipts. Shown with a connection and without: then
// the page itself is nobody's, and whose things it may show is what was last known. Comes after page-cache.js and outbox-ui.js.
"use strict";

const list = (name) => document.querySelector(`[data-list=${name}]`);
const moment = (at) => short.format(at);
const keptPlace = document.getElementById("kept").dataset; // addresses of a table and of a position, with gaps
const tableAddress = (id) => keptPlace.table.replace("{id}", id);
const POSITION = addressLike(keptPlace.position);

function linked(address, text, note) {
  const line = document.createElement("li");
  const link = Object.assign(document.createElement("a"), { href: address, textContent: text });
  const beside = Object.assign(document.createElement("span"), { className: "note", textContent: ` ${note}` });
  line.append(link, beside);
  return line;
}

function shownIn(name, lines) {
  list(name).replaceChildren(...lines);
  list(name).closest("section").hidden = !lines.length;
}

async function movesListed(person) {
  const lines = (await movesKept(person)).map((move) => {
    const line = linked(tableAddress(move.table), move.says || move.table, move.refused || moment(move.at));
    const button = list("moves").parentNode.querySelector("template").content.cloneNode(true);
    button.querySelector("button").addEventListener("click", () => withdrawn(move));
    line.append(button);
    return line;
  });
  shownIn("moves", lines);
}

async function pagesListed(person, kind) {
  const name = cacheName(kind, person);
  const lines = new Map(); // one line for all positions of a replay
  const cache = (await caches.has(name)) && (await caches.open(name));
  for (const key of cache ? await cache.keys() : []) {
    const { pathname, search } = new URL(key.url);
    const position = POSITION.exec(pathname);
    if (kind === "replays" && !position) continue; // a piece of a replay, no page
    const page = new DOMParser().parseFromString(await (await cache.match(key)).text(), "text/html");
    const title = page.title.replace(/^\s*\(\d+\)/, "").replace(/\s+/g, " ").trim();
    const group = (kind === "replays" ? position.groups.id : pathname) + search;
    if (!lines.has(group)) lines.set(group, linked(pathname + search, title, moment(Date.parse(page.body.dataset.seen))));
  }
  shownIn(kind, Array.from(lines.values()).reverse());
}

// One line for each match, the latest first.
async function receiptsListed(person) {
  const matches = new Map();
  for (const row of (await receiptsKept(person)).digests) matches.set(row.table, [...(matches.get(row.table) || []), row]);
  const latest = Array.from(matches.values(), (rows) => ({ ...rows.at(-1), count: rows.length })).sort((a, b) => b.at - a.at);
  shownIn("receipts", latest.map(({ table, game, says, seq, count, at }) =>
    linked(tableAddress(table), game || says || table, `${moment(at)} · ${count} (… ${seq})`)));
}

async function allListed() {
  const known = await fact("reader");
  const person = me || (seen && known && known.person !== "none" ? known.person : "");
  document.querySelector("[data-away]").hidden = !seen;
  document.querySelector("[data-plain]").hidden = Boolean(workers);
  if (!person) return;
  await movesListed(person);
  await receiptsListed(person);
  if (self.caches) for (const kind of ["pages", "replays"]) await pagesListed(person, kind);
}

if (self.BroadcastChannel) {
  new BroadcastChannel("tefuda").addEventListener("message", ({ data }) => data.what && allListed().catch(() => {}));
}
addEventListener("DOMContentLoaded", () => allListed().catch(() => {}));
