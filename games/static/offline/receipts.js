// With every answer to one's own move the table's page tells the digest that the log has reached. It is kept here, so that
// after the match one can tell whether that log is still the same. Comes after store.js, device.js and the table's scripts.
"use strict";

document.addEventListener("tefuda:done", () => {
  const { seq, digest } = document.getElementById("receipt").dataset;
  if (!left.isMove || !digest || !me || keepsNothing) return;
  const receipt = { person: me, table: tableShown, says: "", seq: Number(seq), digest, at: Date.now() };
  stored(["receipts"], "readwrite", (receipts) => void receipts.add(receipt)).catch(() => {}); // no room: nothing lost
});
