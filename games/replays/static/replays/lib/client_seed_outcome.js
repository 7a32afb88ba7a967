// What became of this browser's parts in a shuffle, by a record and on the page of the fairness check.
import { me } from "../../pwa/lib/page.js";
import { all } from "../../site/lib/elements.js";
import { hashSeed, listSeeds } from "./client_seeds.js";
import { bytesIn } from "./sha256.js";

/** @typedef {import("./client_seeds.js").Seed} Seed */
/** @typedef {import("./match_record.js").MatchRecord} MatchRecord */
/** "used"; "overtaken": used, but at a strict table with others than this browser had seen when it showed its own;
 * "replaced": the log tells that it was given, and what came after it; "missing": the site has noted it, and the log does
 * not; "" for one of which the site never said that it has it.
 * @typedef {"used" | "overtaken" | "replaced" | "missing" | ""} Outcome */
/** @typedef {Seed & {outcome: Outcome}} OwnSeed */

const BEFORE_START = ["create", "sit", "sit-bot", "leave", "phrase", "start"];

/** By seat the hashes that a record's log tells of, in order; "" where somebody sat down or stood up.
 * @param {MatchRecord} record */
function listGiven(record) {
  /** @type {string[][]} */
  const given = record.phrases.map(() => []);
  for (const event of record.events) {
    const { kind, seat, data } = JSON.parse(event.body);
    if (kind === "start") break;
    if (BEFORE_START.includes(kind)) given[seat]?.push(data.phrase || "");
  }
  return given;
}

/** @param {MatchRecord} record
 * @param {string[][]} given
 * @param {Seed} seed
 * @returns {Outcome} */
function getOutcome(record, given, { seat, phrase, noted, saw }) {
  const hash = hashSeed(record.table, seat, bytesIn(phrase));
  if (record.phrases[seat] === hash) return saw && saw !== record.phrases.join(",") ? "overtaken" : "used";
  const at = (given[seat] || []).lastIndexOf(hash);
  if (at >= 0 && at < given[seat].length - 1) return "replaced";
  return at >= 0 || noted ? "missing" : "";
}

/** @param {string} table */
const listOwn = async (table) => (await listSeeds(table)).filter(({ person }) => !me || !person || person === me);

/** The part that tells most, or null.
 * @param {MatchRecord} record
 * @returns {Promise<OwnSeed | null>} */
export async function findOwnSeed(record) {
  const given = listGiven(record);
  const own = (await listOwn(record.table)).map((seed) => ({ ...seed, outcome: getOutcome(record, given, seed) }));
  for (const outcome of ["overtaken", "used", "missing", "replaced"]) {
    const found = own.find((seed) => seed.outcome === outcome);
    if (found) return found;
  }
  return null;
}

/** The one that this page says is in the shuffle, or null.
 * @param {string} table */
export async function findShownSeed(table) {
  const hashes = all("[data-client-seed-hash]").map((item) => item.dataset.clientSeedHash);
  const isUsed = (/** @type {Seed} */ { seat, phrase }) => hashes[seat] === hashSeed(table, seat, bytesIn(phrase));
  return (await listOwn(table)).find(isUsed) || null;
}

/** As verify_record.py takes it.
 * @param {Seed} seed */
export const toArgument = ({ seat, phrase }) => `${seat}:${phrase}`;
