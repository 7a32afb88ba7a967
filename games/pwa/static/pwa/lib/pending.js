// What waits for a connection: put into the outbox by a table's page, withdrawn, and put into words.
import { joinSentences, describeTrouble, toast, words } from "../../site/lib/messages.js";
import { addMove, dropMove, giveLease, takeLease, tellPages } from "./database.js";
import { keepsNothing, me } from "./page.js";

/** @typedef {import("../../site/lib/trouble.js").Trouble} Trouble */

/** Whether it is kept; if not, a toast says why.
 * @param {{table: string, address: string, asked?: string, plan?: string, fields: [string, string][], says: string}} move
 * @param {Trouble} trouble */
export async function keepMove(move, trouble) {
  if (!me || keepsNothing) {
    toast(joinSentences(describeTrouble(trouble), words.notsent));
    return false;
  }
  try {
    await addMove({ person: me, ...move, at: Date.now() });
  } catch {
    toast(words.noroom);
    return false;
  }
  tellPages({ table: move.table, what: "kept" });
  askToPersist();
  const registration = await navigator.serviceWorker?.getRegistration();
  const { sync } = /** @type {any} */ (registration || {}); // Chromium alone has it
  sync?.register("moves").catch(() => {});
  return true;
}

/** Here is something that mustn't be swept away when room gets short. Firefox asks its person. */
export function askToPersist() {
  navigator.storage?.persist?.().catch(() => {});
}

/** Not while it is under way: nobody could say what had become of it.
 * @param {import("./database.js").Move} move */
export async function withdrawMove(move) {
  const by = `withdrawn ${Math.random()}`;
  if (!(await takeLease(by))) return toast(words.underway);
  await dropMove(move.n);
  await giveLease(by);
  tellPages({ table: move.table, what: "withdrawn" });
}

/** What a form says, without the token: that one is asked for when it is sent.
 * @param {Iterable<[string, FormDataEntryValue]>} entries
 * @returns {[string, string][]} */
export function listFields(entries) {
  const fields = Array.from(entries, ([name, value]) => /** @type {[string, string]} */ ([name, String(value)]));
  return fields.filter(([name]) => name !== "csrfmiddlewaretoken");
}
