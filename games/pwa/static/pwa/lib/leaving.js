// Logging out leaves nothing of a person behind. Only parts in shuffles stay (replays/lib/client_seeds.js): a strict table
// that waits for them would be broken off.
import { forgetMoves, forgetReceipts, getFact, setFact, tellPages } from "./database.js";
import { keepsNothing, me, savedAt } from "./page.js";
import { forgetPages } from "./page_cache.js";
import { setReader } from "./reader.js";

/** Before the log-out is sent. Receipts go with the next page. */
export async function forgetMyself() {
  await setFact("left", me);
  await setReader("none");
  await forgetMoves(me);
  await forgetPages(me);
}

/** At the next page what came in between goes as well, and what other tabs still show. */
export async function forgetLeaver() {
  if (savedAt) return;
  if (me && keepsNothing) {
    await setFact("left", me); // the worker may still be keeping a page from before
    return forgetPages(me);
  }
  const left = await getFact("left");
  if (!left) return;
  await setFact("left", "");
  if (left === me) return; // the log-out didn't go through, or they are back
  await forgetPages(left);
  await forgetMoves(left);
  await forgetReceipts(left);
  tellPages({ left });
}
