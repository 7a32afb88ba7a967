// A table's lines of the log of all tables.
import { addReceipts } from "./database.js";
import { me } from "./page.js";

/** Noted as they stand now. How many there are.
 * @param {string} address
 * @param {string} table
 * @param {string} [game] */
export async function keepLines(address, table, game) {
  const answer = await fetch(address);
  if (!answer.ok) return 0;
  const lines = (await answer.text()).split("\n").filter(Boolean);
  await addReceipts(lines.map((line) => ({ person: me, table, game, line, at: Date.now() })));
  return lines.length;
}
