// This browser's parts in the shuffles of tables: 32 random bytes each, of which the site is sent the hash after it has
// shown its commitment, so that it can't choose among shuffles. The bytes stay here, to be looked up after the match.
import { getFact, setFact } from "../../pwa/lib/database.js";
import { keepsNothing, me } from "../../pwa/lib/page.js";
import { bytesIn, bytesOf, hexOf, joinBytes, sha256 } from "./sha256.js";

/** A part, as it is kept: `phrase`: its bytes as hex; `sent`: when this browser showed it; `saw`: to which hashes, of all
 * seats; `noted`: when the site first said that it has its hash.
 * @typedef {object} Seed
 * @property {number} seat
 * @property {string} phrase
 * @property {string} [person]
 * @property {number} [sent]
 * @property {string} [saw]
 * @property {number} [noted] */

/** `earlier` has those given before, and such as were sent without an answer: which of them the site has, its page tells
 * by the hash.
 * @typedef {Seed & {earlier?: Seed[]}} KeptSeed */

/** @param {string} table */
const keyOf = (table) => `phrase ${table}`;

/** @param {string} table
 * @param {number} seat
 * @param {Uint8Array} bytes */
export const hashSeed = (table, seat, bytes) => hexOf(sha256(joinBytes(bytesOf(`${table}|${seat}|`), bytes)));

/** @param {Seed} seed */
const withoutEarlier = ({ seat, phrase, person, sent, saw, noted }) => ({ seat, phrase, person, sent, saw, noted });

export const makeRandomBytes = () => crypto.getRandomValues(new Uint8Array(32));

/** A browser that is to keep nothing keeps it for as long as the tab is open.
 * @param {string} table
 * @returns {Promise<KeptSeed | null>} */
export async function getKeptSeed(table) {
  const here = sessionStorage.getItem(keyOf(table));
  if (here) return JSON.parse(here);
  return keepsNothing ? null : getFact(keyOf(table)).catch(() => null);
}

/** @param {string} table
 * @param {KeptSeed | null} kept */
export async function keepSeed(table, kept) {
  if (!keepsNothing) {
    try {
      return await setFact(keyOf(table), kept);
    } catch {} // no room, or no store: then in the tab
  }
  sessionStorage.setItem(keyOf(table), JSON.stringify(kept));
}

/** @param {string} table
 * @returns {Promise<Seed[]>} the present one first */
export async function listSeeds(table) {
  const kept = await getKeptSeed(table);
  return kept ? [kept, ...(kept.earlier || [])] : [];
}

/** The one behind a hash that the site has of that seat, if it is here; kept as the present one from now on.
 * @param {string} table
 * @param {number} seat
 * @param {string} hash */
export async function findSeed(table, seat, hash) {
  const all = await listSeeds(table);
  const found = all.find((seed) => seed.seat === seat && hashSeed(table, seat, bytesIn(seed.phrase)) === hash);
  if (!found) return null;
  const noted = found.noted || Date.now();
  if (found !== all[0] || !found.noted) {
    const earlier = all.filter((seed) => seed !== found).map(withoutEarlier);
    await keepSeed(table, { ...withoutEarlier(found), noted, earlier });
  }
  return { ...found, noted };
}

/** The hash for a seat at a table, of these bytes. Kept before it is sent.
 * @param {string} table
 * @param {number} seat */
export async function makeSeed(table, seat, bytes = makeRandomBytes()) {
  const earlier = (await listSeeds(table)).map(withoutEarlier);
  await keepSeed(table, { seat, phrase: hexOf(bytes), person: me, earlier });
  return hashSeed(table, seat, bytes);
}

/** It is about to be shown to the hashes of all seats, those of the first time if it was shown before.
 * @param {string} table
 * @param {Seed} seed
 * @param {string} hashes */
export async function markShown(table, seed, hashes) {
  const [, ...earlier] = await listSeeds(table);
  const saw = seed.saw || hashes;
  await keepSeed(table, { ...withoutEarlier(seed), sent: seed.sent || Date.now(), saw, earlier: earlier.map(withoutEarlier) });
  return saw;
}

/** @param {string} address
 * @param {Record<string, string>} fields
 * @param {string} token */
export function postSeed(address, fields, token) {
  return fetch(address, { method: "POST", body: new URLSearchParams(fields), headers: { "X-CSRFToken": token } });
}
