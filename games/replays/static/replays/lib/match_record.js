// A match's record (docs/record.md), as far as pages look into it. Checking it is the business of verify_record.py.

/** @typedef {{table: string, commitment: string, digest: string, phrases: string[],
 *   events: {body: string, digest: string}[]}} MatchRecord */

/** A text that is no record becomes an empty one: the program says what is wrong with it.
 * @param {string} text
 * @returns {MatchRecord} */
export function readRecord(text) {
  try {
    const record = JSON.parse(text);
    if (Array.isArray(record.events) && typeof record.table === "string") return record;
  } catch {}
  return { table: "", commitment: "", digest: "", phrases: [], events: [] };
}
