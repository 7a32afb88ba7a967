// With every answer to one's own move the table's page tells the digest that the log has reached. It is kept here, so that
// after the match one can tell whether that log is still the same: as soon as the answer is there, for who leaves the page
// at once has not seen it in place. Comes after store.js, device.js and the table's scripts.
"use strict";

document.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig, xhr } }) => {
  if (requestConfig.elt.id !== "move" || !me || keepsNothing) return;
  const [, seq, digest] = /id="receipt" data-seq="(\d+)" data-digest="([0-9a-f]+)"/.exec(xhr.responseText) || [];
  if (!digest) return;
  const receipt = { person: me, table: tableShown, says: "", seq: Number(seq), digest, at: Date.now() };
  stored(["receipts"], "readwrite", (receipts) => void receipts.add(receipt)).catch(() => {}); // no room: nothing lost
});
