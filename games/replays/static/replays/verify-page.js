// The page of the fairness check, in the reader's browser: where it can run Python it runs verify_record.py itself, else
// verify-record.js checks part of the record and it is said which. Comes after verify-record.js, python-check.js, receipts-page.js and
// the offline scripts.
"use strict";

const ownCheck = document.getElementById("own-check");
const ownOutput = ownCheck.querySelector("[data-outcome]");
const said = (name, values = {}) =>
  ownCheck.dataset[name].replace(/\{(\w+)\}/g, (_, key) => (key in values ? values[key] : ""));
const place = (name) => ownCheck.querySelector(`[data-${name}]`);
const pythonPlan = ownCheck.dataset.worker && { ...ownCheck.dataset }; // worker, runtime, checker

async function recordText() {
  const [file] = place("file").files;
  if (file) return file.text();
  const answer = await fetch(ownCheck.dataset.record);
  if (!answer.ok) throw new TypeError(String(answer.status));
  return answer.text();
}

async function progressShown(text) {
  ownOutput.textContent = text;
  ownOutput.className = "";
  await new Promise((done) => setTimeout(done));
}

function outcomeShown(text, how = "") {
  ownOutput.textContent = text;
  ownOutput.className = how;
}

async function ownChecked() {
  for (const name of ["where", "unchecked", "program", "phrase"]) place(name).hidden = true;
  receiptsUnpinned();
  await progressShown(said("fetching"));
  const text = await recordText().catch(() => null);
  if (text === null) return outcomeShown(said("failed"), "is-bad");
  const record = recordIn(text);
  const kept = await keptOf(record);
  let problem = "";
  if (pythonPlan) {
    try {
      return await checkedByPython(text, record, kept);
    } catch (caught) {
      if (!(caught instanceof PythonUnavailable)) return outcomeShown(said("brokeDown"), "is-bad");
      problem = caught.message;
    }
  }
  await checkedInPart(record, kept, problem);
}

// A text that is no record gets its answer from the program, too.
function recordIn(text) {
  try {
    const record = JSON.parse(text);
    return Array.isArray(record.events) && typeof record.table === "string" ? record : { table: "", events: [] };
  } catch {
    return { table: "", events: [] };
  }
}

// --- By the program

async function checkedByPython(text, record, kept) {
  await progressShown(said("starting"));
  const all = record.events.length;
  const answer = await pythonChecked(pythonPlan, text, argumentsOf(kept), () => progressShown(said("running", { n: all })));
  programShown(answer);
  if (answer.agrees) {
    const unfit = await agreementShown(record, kept);
    return unfit ? wrongShown(record, unfit, 0) : outcomeShown(said("yes", { n: all }), "is-ok");
  }
  const [, n, what] = /^NO: (?:event (\d+): )?([^]*)$/.exec(answer.printed) || [null, undefined, answer.printed];
  const code = wrongCode(what, n);
  wrongShown(record, code, Number(n || 0));
  if (!["commitment", "chain", "broken"].includes(code)) await agreementShown(record, kept);
}

// In what words the page says it; the program's own, which know more of cards and payments, stand below in any case.
const WRONG = {
  commitment: "commitment", chain: "chain", table: "table", phrases: "phrases", "what was shown": "shown",
  end: "end", "not readable": "broken", "not a whole record": "broken",
};

function wrongCode(what, n) {
  if (/^[0-9a-f]{64}$/.test(what)) return "receipt";
  if (/^\d+:[0-9a-f]*$/.test(what)) return "part";
  const [head] = what.split(/[:,]/);
  return Object.hasOwn(WRONG, head) ? WRONG[head] : n ? "step" : "other";
}

function programShown({ printed, sha256 }) {
  place("program").hidden = false;
  place("printed").textContent = printed;
  place("sha256").textContent = sha256;
}

// --- In part

async function checkedInPart(record, kept, problem) {
  let found;
  try {
    found = await recordPartlyChecked(record, (n, all) => progressShown(said("busy", { n, all })));
  } catch {
    found = { wrong: ["broken", 0] }; // not even what a record looks like
  }
  uncheckedShown(problem);
  if (found.wrong) return wrongShown(record, ...found.wrong);
  const unfit = await agreementShown(record, kept);
  if (unfit) return wrongShown(record, unfit, 0);
  outcomeShown(said("partly", { n: record.events.length, shuffles: found.shuffles }));
}

function uncheckedShown(problem) {
  place("unchecked").hidden = false;
  place("unstarted").hidden = !problem;
  place("why").textContent = problem;
}

// --- What was found

function wrongShown(record, code, n) {
  const what = said(`no${code[0].toUpperCase()}${code.slice(1)}`);
  outcomeShown(said(n ? "noEvent" : "no", { what, n }), "is-bad");
  const address = n && positionOf(record, n);
  place("where").hidden = !address;
  if (address) place("where").replaceChildren(linkTo(address, said("look", { n })));
}

// Where the page's own match shows that event; of a record from a file nothing is shown here.
function positionOf(record, n) {
  const { replay, table } = ownCheck.dataset;
  return replay && record.table === table ? `${replay}?n=${n}` : "";
}

const linkTo = (href, textContent) => Object.assign(document.createElement("a"), { href, textContent });

// Receipts and this browser's part, held against a record whose chain is whole. Returns what does not fit, as a code.
async function agreementShown(record, kept) {
  if (kept.part) partShown(kept.part);
  const unfit = await receiptsPinned(record, kept);
  return PART_BAD[kept.part?.became] || unfit;
}

const PART = { used: "phraseFound", overtaken: "phraseOvertaken", replaced: "phraseReplaced", missing: "phraseMissing" };
const PART_BAD = { missing: "part", overtaken: "partOvertaken" };

function partShown({ seat, phrase, became }) {
  const line = place("phrase");
  line.textContent = said(PART[became], { n: seat + 1, phrase });
  line.classList.toggle("is-bad", became in PART_BAD);
  line.hidden = false;
}

place("check").addEventListener("click", async ({ currentTarget }) => {
  currentTarget.disabled = true;
  await ownChecked();
  currentTarget.disabled = false;
});
ownCheck.hidden = false;
