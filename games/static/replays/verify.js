// The page of the fairness check: the record is fetched and checked here, in the reader's browser, and the receipts that
// it kept, or that are pasted, are looked up in the chain. Comes after record.js and the offline scripts.
"use strict";

const ownCheck = document.getElementById("own-check");
const ownOutput = ownCheck.querySelector("[data-outcome]");
const said = (name, values = {}) =>
  ownCheck.dataset[name].replace(/\{(\w+)\}/g, (_, key) => (key in values ? values[key] : ""));
let recordChecked = null; // and found whole

async function recordFetched() {
  const answer = await fetch(ownCheck.dataset.record);
  if (!answer.ok) throw new TypeError(String(answer.status));
  return answer.json();
}

async function progressShown(n, all) {
  ownOutput.textContent = said("busy", { n, all });
  ownOutput.className = "";
  await new Promise((done) => setTimeout(done));
}

async function ownChecked() {
  recordChecked = null;
  await progressShown(0, "…");
  let record, wrong;
  try {
    record = await recordFetched();
  } catch {
    return shownOutcome(said("failed"), false);
  }
  try {
    wrong = await recordWrong(record, progressShown);
  } catch {
    wrong = ["broken", 0]; // not even what a record looks like
  }
  if (wrong) return shownOutcome(said("no", { what: said(`no-${wrong[0]}`.replace(/-(.)/, (_, c) => c.toUpperCase())), n: wrong[1] }), false);
  recordChecked = record;
  shownOutcome(said("yes", { n: record.events.length }), true);
  await receiptsChecked();
  await phraseChecked();
}

function shownOutcome(text, good) {
  ownOutput.textContent = text;
  ownOutput.classList.toggle("is-ok", good);
  ownOutput.classList.toggle("is-bad", !good);
}

// --- Receipts: those this browser kept while playing, and pasted ones

async function receiptsChecked() {
  const table = ownCheck.dataset.table;
  const kept = (await receiptsKept().catch(() => [])).filter((one) => one.table === table).map((one) => one.digest);
  const pasted = ownCheck.querySelector("textarea").value.match(/\b[0-9a-f]{64}\b/gi) || [];
  const chain = new Set(recordChecked.events.map((event) => event.digest));
  listed("kept", kept, chain);
  listed("pasted", pasted.map((one) => one.toLowerCase()), chain);
}

async function phraseChecked() {
  const added = await fact(phraseName(recordChecked.table)).catch(() => null);
  const line = ownCheck.querySelector("[data-phrase]");
  line.hidden = !added;
  if (!added) return;
  const used = phraseHash(recordChecked.table, added.seat, bytesIn(added.phrase)) === recordChecked.phrases[added.seat];
  line.textContent = said(used ? "phraseFound" : "phraseMissing", { n: added.seat + 1, phrase: added.phrase });
  line.classList.toggle("is-bad", !used);
}

function listed(name, receipts, chain) {
  const line = ownCheck.querySelector(`[data-${name}]`);
  const missing = receipts.filter((one) => !chain.has(one));
  const outcome = missing.length ? "Missing" : "Found";
  line.textContent = receipts.length ? said(name + outcome, { n: receipts.length, missing: missing.length }) : said(`${name}None`);
  line.classList.toggle("is-bad", missing.length > 0);
}

ownCheck.querySelector("[data-check]").addEventListener("click", async ({ currentTarget }) => {
  currentTarget.disabled = true;
  await ownChecked();
  currentTarget.disabled = false;
});
ownCheck.hidden = false;
