// The positions of a replay as they are fetched: ahead of the steps, and without names, which are put in here
// (games/replays/viewer/name_placeholders.py).
import { byId } from "../../site/lib/elements.js";

/** What the page says of its match (games/replays/viewer).
 * @typedef {object} Match
 * @property {number} n the position of the page
 * @property {number} first
 * @property {number} last
 * @property {string} path
 * @property {string} at a page's address, with a gap
 * @property {string} step that of a drawn position
 * @property {string} log that of a page of the log
 * @property {string} query
 * @property {string} eyes
 * @property {string[][]} names
 * @property {string[]} avatars symbols of the pictures
 * @property {number[]} chapters
 * @property {string} turns who decides at each position
 * @property {number | null} seat
 * @property {boolean} everything
 * @property {number} logEvents on a page of the log */

/** @type {Match} */
export const match = JSON.parse(byId("viewer").dataset.match || "");
const AHEAD = 8;
const DRAWINGS_MOST = 400;
/** By address, promises of texts and the texts that have come.
 * @type {Map<string, Promise<string>>} */
const drawings = new Map();
/** @type {Map<string, string>} */
const texts = new Map();

// --- Addresses. A link may have named the page's language, which may not be the reader's own.

const linkedLanguage = new URLSearchParams(location.search).get("hl");

/** @param {string} query */
export const inLanguage = (query) => (linkedLanguage ? `${query}${query ? "&" : "?"}hl=${linkedLanguage}` : query);

/** @param {string} template
 * @param {number} n */
const fillIn = (template, n) => template.replace("{n}", String(n)) + inLanguage(match.eyes && `?${match.eyes}`);

export const pagePath = (/** @type {number} */ n) => match.at.replace("{n}", String(n)) + inLanguage(match.query);
export const piecePath = (/** @type {number} */ n) => fillIn(match.step, n);
export const logPath = (/** @type {number} */ page) => fillIn(match.log, page);
export const logPageOf = (/** @type {number} */ n) => Math.floor((n - match.first) / match.logEvents) + 1;

/** Where one begins: a seat's eyes where it first decided, others before the first decision (viewer/perspective.py). */
export function openingPosition() {
  const own = match.seat === null ? -1 : match.turns.indexOf(match.seat.toString(36));
  return match.first + Math.max(0, own < 0 ? match.turns.search(/[^.]/) - 1 : own);
}

/** The number of the position that the page's address names, or null. */
export function positionShown() {
  const [before] = match.at.split("{n}");
  const { pathname } = location;
  return (pathname.startsWith(before) && parseInt(pathname.slice(before.length), 10)) || null;
}

// --- Drawings

/** @param {string} path */
async function fetchText(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const text = await answer.text();
  texts.set(path, text);
  return text;
}

export const hasCome = (/** @type {string} */ path) => texts.has(path);

/** @param {string} path */
export function getDrawing(path) {
  const known = drawings.get(path);
  if (known) return known;
  const asked = fetchText(path);
  asked.catch(() => drawings.delete(path)); // asked for once more when it is needed
  drawings.set(path, asked);
  if (drawings.size > DRAWINGS_MOST) {
    const [oldest] = drawings.keys();
    drawings.delete(oldest);
    texts.delete(oldest);
  }
  return asked;
}

/** What comes next in that direction, and the step back.
 * @param {number} n
 * @param {number} direction */
export function fetchAhead(n, direction) {
  for (let step = -1; step <= AHEAD; step += 1) {
    const next = n + step * direction;
    if (next !== n && next >= match.first && next <= match.last) getDrawing(piecePath(next)).catch(() => {});
  }
}

const escapeText = (/** @type {string} */ text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @param {string} html */
function putNamesIn(html) {
  return html.replace(/[\ue000-\ue2ff]/g, (sign) => {
    const code = sign.charCodeAt(0);
    if (code >= 0xe200) return escapeText(match.avatars[code & 0xff]);
    const [letter = "", ...rest] = match.names[code & 0xff];
    return escapeText(code < 0xe100 ? letter : rest.join(""));
  });
}

/** Our own templates have drawn it, and escaped what is not ours.
 * @param {string} html */
export function makeDrawing(html) {
  const made = document.createElement("template");
  made.innerHTML = putNamesIn(html);
  return made.content;
}
