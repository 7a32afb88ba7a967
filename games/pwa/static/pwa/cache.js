// What the service worker keeps, and what it finds when there is no connection. Comes after idb.js and page-cache.js.
"use strict";

const SHELL = `tefuda-shell-${SITE.version}`;
const PAGES_MOST = 150;
const LIST_MS = 10 * 60 * 1000;
const PAGES = SITE.pages.map(addressLike);
const POSITION = addressLike(SITE.position);
const REPLAY = addressLike(SITE.replay);
const PIECES = SITE.pieces.map(addressLike); // what a replay fetches step by step
const PIECES_MOST = 300;

const isOne = (kinds, url) => kinds.some((kind) => kind.test(url.pathname));
const isKeepable = (url) => isOne([...PAGES, POSITION], url);
const positionAt = (address) => POSITION.exec(new URL(address).pathname)?.groups; // of which match, and its number

// --- Keeping

// What an answer says of its reader is remembered; a page of theirs is kept. Never fails: who has no room keeps less.
async function pageNoted(url, answer) {
  const person = answer.headers.get("Tefuda-Reader");
  if (person === null) return;
  const language = answer.headers.get("Content-Language");
  await readerNoted(person, language);
  if (answer.status !== 200 || person === "none" || person === (await fact("left")) || !isKeepable(url)) return;
  const name = cacheName("pages", person);
  try {
    await pageKept(name, url, answer, PAGES_MOST);
    await tablesKept(person);
  } finally {
    if (person === (await fact("left"))) await caches.delete(name); // meanwhile
  }
  await rulesKept(language);
}

// Whoever has no connection looks for their tables first, and may not have come by their list for a while.
async function tablesKept(person) {
  const name = cacheName("pages", person);
  const url = new URL(SITE.tables, location.href);
  const kept = await (await caches.open(name)).match(url.href, LOOSELY);
  if (kept && Date.now() - Date.parse(kept.headers.get("Tefuda-Seen")) < LIST_MS) return;
  const answer = await fetch(url.href);
  if (answer.status === 200 && answer.headers.get("Tefuda-Reader") === person) await pageKept(name, url, answer);
}

// As anybody sees it, in one language: the cache is of nobody.
async function anyonesKept(path, language) {
  const cache = await caches.open(SHELL);
  const key = `${path}?in=${language}`;
  if (await cache.match(key)) return;
  const answer = await fetch(path, { credentials: "omit", headers: { "Accept-Language": language } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const text = await answer.text();
  await staticKept(text);
  await cache.put(key, dated(text, answer.headers));
}

async function rulesKept(language) {
  for (const path of [SITE.page, ...SITE.rules]) await anyonesKept(path, language);
}

// --- Giving back

async function pageFound(url) {
  const { person, language } = (await fact("reader").catch(() => null)) || {};
  if (person && person !== "none") {
    for (const kind of ["replays", "pages"]) {
      const name = cacheName(kind, person);
      const found = (await caches.has(name)) && (await (await caches.open(name)).match(url.href, LOOSELY));
      if (found) return found;
      if (!(await caches.has(name))) continue;
      if (REPLAY.test(url.pathname)) {
        const begins = await replayBegins(name, url);
        if (begins) return Response.redirect(begins);
      } else if (POSITION.test(url.pathname)) {
        const other = await otherPosition(name, url);
        if (other) return other;
      }
    }
  }
  return (await keptFound(url)) || (await anyonesFound(url.pathname, language));
}

// A replay's own address leads to its first position; here, to the first that is kept.
async function replayBegins(name, url) {
  if (url.search) return undefined; // for other eyes
  const { id } = REPLAY.exec(url.pathname).groups;
  const keys = (await (await caches.open(name)).keys()).map((key) => key.url);
  const pages = keys.filter((address) => positionAt(address)?.id === id);
  return pages.sort((a, b) => positionAt(a).n - positionAt(b).n)[0];
}

// Any page of a replay shows all its positions, for the same eyes (replays/stepper.js).
async function otherPosition(name, url) {
  const cache = await caches.open(name);
  const { id } = positionAt(url);
  for (const key of await cache.keys()) {
    if (positionAt(key.url)?.id === id && new URL(key.url).search === url.search) return cache.match(key);
  }
  return null;
}

// Pieces are nobody's, but of a match that not everybody may see: kept with the reader's own things.
async function pieceNoted(url, answer) {
  const { person } = (await fact("reader").catch(() => null)) || {};
  if (answer.status !== 200 || !person || person === "none" || person === (await fact("left"))) return;
  const cache = await caches.open(cacheName("pieces", person));
  await cache.put(url.href, answer);
  await trimmed(cache, PIECES_MOST);
}

async function pieceFound(url) {
  const { person } = (await fact("reader").catch(() => null)) || {};
  for (const kind of ["replays", "pieces"]) {
    const name = cacheName(kind, person);
    const found = (await caches.has(name)) && (await (await caches.open(name)).match(url.href, LOOSELY));
    if (found) return found;
  }
  return null;
}

async function anyonesFound(path, language) {
  const shell = await caches.open(SHELL);
  for (const tried of [language, ...SITE.languages]) {
    const found = await shell.match(`${path}?in=${tried}`, LOOSELY);
    if (found) return found;
  }
  return null;
}

async function keptFound(url) {
  for (const name of await caches.keys()) {
    if (!name.startsWith("tefuda-kept-")) continue;
    const found = await (await caches.open(name)).match(url.href, { ...LOOSELY, ignoreSearch: true });
    if (found) return found;
  }
  return null;
}

// In place of a page that is not here. Not a page that could be taken for it: whoever asked is told by the status.
async function nothingFound() {
  const { language } = (await fact("reader").catch(() => null)) || {};
  const page = await anyonesFound(SITE.page, language);
  return page ? new Response(await page.text(), { status: 503, headers: page.headers }) : Response.error();
}
