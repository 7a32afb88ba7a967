// A table's page shows the digest that the log has reached, with every answer and every update. Each is kept here, so that
// after the match one can tell whether that log is still the same; as soon as the answer is there, for who leaves the page
// at once has not seen it in place. So is the table's line of the log of all tables. Comes after idb.js, register.js and
// the table's scripts.
"use strict";

const CHAIN_MS = 6000; // the site adds tables every few seconds
const CHAIN_TRIES = 5;
const RECEIPT = /id="receipt" data-seq="(\d+)" data-digest="([0-9a-f]{64})"/;
const game = document.querySelector("h1")?.textContent.trim() || "";
const keepsReceipts = Boolean(me) && !keepsNothing && !seen;

function digestKept(seq, digest) {
  return receiptsAdded([{ person: me, table: tableShown, game, says: "", seq: Number(seq), digest, at: Date.now() }]);
}

document.addEventListener("htmx:beforeSwap", ({ detail: { xhr } }) => {
  const [, seq, digest] = RECEIPT.exec(xhr.responseText) || [];
  const reader = xhr.getResponseHeader("Tefuda-Reader");
  if (keepsReceipts && digest && reader === me) digestKept(seq, digest);
});

// "opened" soon after the table was set up, "ended" soon after its end; a busy site takes longer.
async function chainLinesKept(tries) {
  const wanted = zone().dataset.moving === "yes" ? 1 : 2;
  if ((await receiptsKept(me, tableShown)).lines.length >= wanted) return;
  const found = await chainLinesFetched(play.dataset.chain, tableShown, game);
  if (found < wanted && tries > 1) chainLinesSoon(tries - 1);
}

function chainLinesSoon(tries = CHAIN_TRIES) {
  setTimeout(() => chainLinesKept(tries).catch(() => {}), CHAIN_MS);
}

let stillMoving = zone().dataset.moving === "yes";

document.addEventListener("tefuda:done", () => {
  if (keepsReceipts && stillMoving && zone().dataset.moving !== "yes") chainLinesSoon();
  stillMoving = zone().dataset.moving === "yes";
});

if (keepsReceipts) {
  const { seq, digest } = document.getElementById("receipt").dataset;
  digestKept(seq, digest);
  chainLinesSoon();
  receiptsTrimmed().catch(() => {});
}
