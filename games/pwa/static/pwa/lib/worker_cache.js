// What the service worker keeps, and what it finds when there is no connection.
import { getFact } from "./database.js";
import { cacheName, datePage, keepFiles, keepPage, LOOSELY, matchAddress, trimCache } from "./page_cache.js";
import { getReader, setReader } from "./reader.js";
import { site } from "./site.js";

const PAGES_MOST = 150;
const PIECES_MOST = 300;
const LIST_MS = 10 * 60 * 1000;

export const shellName = () => `tefuda-shell-${site.version}`;

/** @param {string[]} templates
 * @param {URL} url */
const isOneOf = (templates, url) => templates.some((template) => matchAddress(template).test(url.pathname));

/** @param {URL} url */
export const isPiece = (url) => isOneOf(site.pieces, url);

/** @param {URL} url */
export const isKeepable = (url) => isOneOf([...site.pages, site.position], url);

/** Of which match a position is, and its number.
 * @param {string} address */
const readPosition = (address) => matchAddress(site.position).exec(new URL(address).pathname)?.groups;

/** @param {string | undefined} person
 * @returns {Promise<boolean>} */
const isKeptFor = async (person) => Boolean(person) && person !== "none" && person !== (await getFact("left"));

// --- Keeping

/** What an answer says of its reader is remembered; a page of theirs is kept. Never fails: who has no room keeps less.
 * @param {URL} url
 * @param {Response} answer */
export async function noteAnswer(url, answer) {
  const person = answer.headers.get("Tefuda-Reader");
  if (person === null) return;
  const language = answer.headers.get("Content-Language");
  await setReader(person, language);
  await keepFrontAndLobby(language, person === "none" ? LIST_MS : Infinity); // others have a lobby of their own
  if (answer.status !== 200 || !isKeepable(url) || !(await isKeptFor(person))) return;
  const name = cacheName("pages", person);
  try {
    await keepPage(name, url, answer, PAGES_MOST);
    await keepLobby(person);
  } finally {
    if (person === (await getFact("left"))) await caches.delete(name); // meanwhile
  }
  for (const path of [site.page, ...site.rules]) await keepForAnybody(path, language);
}

/** @param {Response} kept */
const seenAt = (kept) => Date.parse(kept.headers.get("Tefuda-Seen") || "");

/** Whoever has no connection looks for their tables first, and may not have come by their list for a while.
 * @param {string} person */
async function keepLobby(person) {
  const name = cacheName("pages", person);
  const url = new URL(site.tables, location.href);
  const kept = await (await caches.open(name)).match(url.href, LOOSELY);
  if (kept && Date.now() - seenAt(kept) < LIST_MS) return;
  const answer = await fetch(url.href);
  if (answer.status === 200 && answer.headers.get("Tefuda-Reader") === person) await keepPage(name, url, answer);
}

/** For whoever has come no further yet.
 * @param {string | null} language
 * @param {number} [oldestMs] */
export async function keepFrontAndLobby(language, oldestMs) {
  await keepForAnybody(site.front, language, oldestMs);
  await keepForAnybody(site.tables, language, oldestMs);
}

/** As anybody sees it, in one language: the cache is of nobody. Fetched anew where it is older than that.
 * @param {string} path
 * @param {string | null} [language]
 * @param {number} [oldestMs] */
export async function keepForAnybody(path, language, oldestMs = Infinity) {
  const cache = await caches.open(shellName());
  const key = `${path}?in=${language}`;
  const kept = await cache.match(key);
  if (kept && Date.now() - seenAt(kept) < oldestMs) return;
  const answer = await fetch(path, { credentials: "omit", headers: { "Accept-Language": String(language) } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const text = await answer.text();
  await keepFiles(text);
  await cache.put(key, datePage(text, answer.headers));
}

/** All pages of a game's lessons come in one answer, by their addresses, and so do the latest puzzles. Kept once for each
 * version of the site; of puzzles there is another answer each day, and what is no longer in it makes room.
 * @param {string} path
 * @param {string} language */
export async function keepLessons(path, language) {
  const cache = await caches.open(shellName());
  const key = `${path}?in=${language}`;
  if (await cache.match(key)) return;
  const answer = await fetch(path, { credentials: "omit", headers: { "Accept-Language": language } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  /** @type {Record<string, string>} */
  const pages = await answer.json();
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8" });
  for (const [address, text] of Object.entries(pages)) {
    await keepFiles(text);
    await cache.put(`${address}?in=${language}`, datePage(text, headers));
  }
  if (path.startsWith(site.puzzles)) await forgetOthers(cache, site.puzzles, Object.keys(pages), language);
  await cache.put(key, new Response()); // the last: all of them are here
}

/** @param {Cache} cache
 * @param {string} below
 * @param {string[]} addresses
 * @param {string} language */
async function forgetOthers(cache, below, addresses, language) {
  const wanted = new Set(addresses.map((address) => `${address}?in=${language}`));
  for (const { url } of await cache.keys()) {
    const { pathname, search } = new URL(url);
    const isOld = pathname.startsWith(below) && search === `?in=${language}` && !wanted.has(pathname + search);
    if (isOld) await cache.delete(url, LOOSELY);
  }
}

/** Pieces are nobody's, but of a match that not everybody may see: kept with the reader's own things.
 * @param {URL} url
 * @param {Response} answer */
export async function notePiece(url, answer) {
  const { person } = await getReader();
  if (answer.status !== 200 || !person || !(await isKeptFor(person))) return;
  const cache = await caches.open(cacheName("pieces", person));
  await cache.put(url.href, answer);
  await trimCache(cache, PIECES_MOST);
}

// --- Giving back

/** @param {URL} url */
export async function findPage(url) {
  const { person, language } = await getReader();
  if (person && person !== "none") {
    for (const kind of /** @type {const} */ (["replays", "pages"])) {
      const name = cacheName(kind, person);
      if (!(await caches.has(name))) continue;
      const found = (await (await caches.open(name)).match(url.href, LOOSELY)) || (await findReplay(name, url));
      if (found) return found;
    }
  }
  return (await findPutAside(url)) || (await findForAnybody(url.pathname, language));
}

/** A replay's own address leads to its first position; here, to the first that is kept. And any page of a replay shows
 * all its positions, for the same eyes (replays/controllers/replay_controller.js).
 * @param {string} name
 * @param {URL} url */
async function findReplay(name, url) {
  const id = (matchAddress(site.replay).exec(url.pathname) || matchAddress(site.position).exec(url.pathname))?.groups?.id;
  if (!id) return undefined;
  const isPosition = matchAddress(site.position).test(url.pathname);
  const cache = await caches.open(name);
  const addresses = (await cache.keys()).map((key) => key.url).filter((address) => readPosition(address)?.id === id);
  if (isPosition) {
    const other = addresses.find((address) => new URL(address).search === url.search);
    return other && cache.match(other, LOOSELY);
  }
  if (url.search) return undefined; // for other eyes
  const [first] = addresses.sort((a, b) => Number(readPosition(a)?.n) - Number(readPosition(b)?.n));
  return first && Response.redirect(first);
}

/** @param {URL} url */
export async function findPiece(url) {
  const { person } = await getReader();
  if (!person) return undefined;
  for (const kind of /** @type {const} */ (["replays", "pieces"])) {
    const name = cacheName(kind, person);
    const found = (await caches.has(name)) && (await (await caches.open(name)).match(url.href, LOOSELY));
    if (found) return found;
  }
  return undefined;
}

/** @param {string} path
 * @param {string} [language] */
async function findForAnybody(path, language) {
  const shell = await caches.open(shellName());
  for (const tried of [language, ...site.languages]) {
    const found = await shell.match(`${path}?in=${tried}`, LOOSELY);
    if (found) return found;
  }
  return undefined;
}

/** What a part of the site has put aside by itself.
 * @param {URL} url */
export async function findPutAside(url) {
  for (const name of await caches.keys()) {
    if (!name.startsWith("tefuda-kept-")) continue;
    const found = await (await caches.open(name)).match(url.href, { ...LOOSELY, ignoreSearch: true });
    if (found) return found;
  }
  return undefined;
}

/** In place of a page that is not here. Not a page that could be taken for it: whoever asked is told by the status. */
export async function findNothing() {
  const { language } = await getReader();
  const page = await findForAnybody(site.page, language);
  return page ? new Response(await page.text(), { status: 503, headers: page.headers }) : Response.error();
}
