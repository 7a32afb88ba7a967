// Receipts of a match as a file that one keeps, takes to another device, or gives to verify_record.py.
import { RECEIPTS_MOST } from "../../pwa/lib/database.js";
import { me } from "../../pwa/lib/page.js";
import { toArgument } from "./client_seed_outcome.js";

/** @typedef {import("../../pwa/lib/database.js").Receipt} Receipt */
/** What this device has of a table: digests in order, and lines of the log of all tables.
 * @typedef {{digests: Receipt[], lines: Receipt[]}} Receipts */
/** Besides, what was typed in, and this browser's part in the shuffle.
 * @typedef {Receipts & {typed: string[], seed: import("./client_seed_outcome.js").OwnSeed | null}} Held */

const FORMAT = "tefuda-receipts-1";
const LINE = /^\d+ (opened|ended) [0-9a-f]{64} (-|[0-9a-f]{64}) [0-9a-f]{64}$/;

/** @param {string} table
 * @param {string} part this browser's part in the shuffle, as an argument of verify_record.py
 * @param {Receipts} receipts */
export function writeFile(table, part, { digests, lines }) {
  const time = (/** @type {number} */ at) => new Date(at).toISOString();
  const content = {
    format: FORMAT,
    table,
    part,
    receipts: digests.map(({ seq, digest, at }) => ({ seq, digest, at: time(at) })),
    lines: lines.map(({ line, at }) => ({ line, at: time(at) })),
  };
  return `${JSON.stringify(content, null, 1)}\n`;
}

/** Null for what is no file of ours. Nothing else of it is believed than what looks as it should.
 * @param {string} text */
export function readFile(text) {
  let content;
  try {
    content = JSON.parse(text);
  } catch {
    return null;
  }
  if (content?.format !== FORMAT || !/^[a-z0-9]{1,40}$/.test(content.table)) return null;
  const row = (/** @type {any} */ { at, ...more }) =>
    /** @type {Receipt} */ ({ person: me, table: content.table, says: "", at: Date.parse(at) || Date.now(), ...more });
  const receipts = Array.from(content.receipts || []).filter(isReceipt).slice(0, RECEIPTS_MOST);
  const lines = Array.from(content.lines || []).filter(({ line }) => LINE.test(line)).slice(0, 2);
  const [, seat, phrase] = /^(\d{1,2}):((?:[0-9a-f]{2})+)$/.exec(content.part) || [];
  return {
    table: /** @type {string} */ (content.table),
    rows: [
      ...receipts.map(({ seq, digest, at }) => row({ seq, digest, at })),
      ...lines.map(({ line, at }) => row({ line, at })),
    ],
    seed: phrase ? { seat: Number(seat), phrase, noted: Date.now() } : null,
  };
}

/** The program's arguments. A part that was replaced is in no shuffle, and the log says why.
 * @param {Held} held */
export function listArguments({ digests, typed, seed }) {
  const isHeld = seed && seed.outcome !== "replaced";
  return [...(isHeld ? [toArgument(seed)] : []), ...new Set([...digests.map((row) => row.digest), ...typed])];
}

/** @param {any} one */
const isReceipt = ({ seq, digest }) => Number.isInteger(seq) && seq > 0 && /^[0-9a-f]{64}$/.test(digest);

/** @param {string} download its name
 * @param {string} text
 * @param {string} type */
export function saveFile(download, text, type) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href, download }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60000);
}
