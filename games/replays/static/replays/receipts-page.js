// The receipts of a match on the page of the fairness check: listed, saved to a file, read from one, and held against the
// record that was checked. Comes after the offline scripts and before verify-page.js.
"use strict";

const receiptsPanel = document.getElementById("receipts");
const inPanel = (name) => receiptsPanel.querySelector(`[data-${name}]`);
const panelSays = (name, values = {}) =>
  receiptsPanel.dataset[name].replace(/\{(\w+)\}/g, (_, key) => (key in values ? values[key] : ""));
const keepsHere = Boolean(me) && !keepsNothing;
const FILE_FORMAT = "tefuda-receipts-1";
const LINE = /^\d+ (opened|ended) [0-9a-f]{64} (-|[0-9a-f]{64}) [0-9a-f]{64}$/;
const imported = []; // rows of files that were read, where nothing may be kept

// What this device has of a table: digests in order, lines of the log of all tables.
async function receiptsOf(table) {
  const rows = keepsHere && !seen ? await receiptsKept(me, table).catch(() => null) : null;
  const { digests, lines } = rows || { digests: [], lines: [] };
  const others = imported.filter((row) => row.table === table);
  const known = new Set(digests.map((row) => row.digest));
  const more = others.filter((row) => row.digest && !known.has(row.digest));
  const all = [...digests, ...more].sort((a, b) => a.seq - b.seq);
  return {
    digests: all,
    lines: [...lines, ...others.filter((row) => row.line && !lines.some(({ line }) => line === row.line))],
  };
}

// Those of the record that is checked, what was typed in besides, and this browser's part in its shuffle.
async function keptOf(record) {
  const typed = inPanel("typed").value.match(/\b[0-9a-f]{64}\b/gi) || [];
  const part = await partIn(record).catch(() => null); // of a record that can't be read
  return { ...(await receiptsOf(record.table)), typed: typed.map((one) => one.toLowerCase()), part };
}

// As verify_record.py takes them. A part that was replaced is in no shuffle, and the log says why.
function argumentsOf({ digests, typed, part }) {
  const isHeld = part && part.became !== "replaced";
  return [...(isHeld ? [partArgument(part)] : []), ...new Set([...digests.map((row) => row.digest), ...typed])];
}

// --- Listed

async function receiptsListed() {
  const { digests, lines } = await receiptsOf(ownTable());
  inPanel("count").textContent = digests.length ? panelSays("some", { n: digests.length }) : panelSays("none");
  inPanel("all").hidden = !digests.length;
  inPanel("list").replaceChildren(...digests.map(receiptLine));
  inPanel("save").disabled = inPanel("arguments").disabled = !digests.length && !lines.length;
  inPanel("lines").replaceChildren(...lines.map((row) => chainLine(row, "lineNoted")));
}

const ownTable = () => document.getElementById("own-check").dataset.table;

function receiptLine({ seq, digest, at }) {
  const line = inPanel("receipt").content.cloneNode(true);
  line.querySelector("[data-event]").textContent = panelSays("event", { n: seq, at: short.format(at), digest: digest.slice(0, 16) });
  line.querySelector("[data-digest]").textContent = digest;
  line.querySelector("li").dataset.digest = digest;
  return line;
}

function chainLine({ line, at }, how) {
  const [number, kind] = line.split(" ");
  const text = panelSays(how, { number, kind: panelSays(kind), at: short.format(at) });
  const item = Object.assign(document.createElement("li"), { textContent: text, title: line });
  item.classList.toggle("is-bad", how === "lineChanged");
  return item;
}

// --- Held against a record: which events they pin, and which of them are not in it

function receiptsUnpinned() {
  inPanel("pins").textContent = inPanel("typed-outcome").textContent = "";
  for (const item of receiptsPanel.querySelectorAll("li.is-bad")) item.classList.remove("is-bad");
}

// Returns what does not fit: "receipt", "line" or "".
async function receiptsPinned(record, { digests, lines, typed }) {
  const fits = ({ seq, digest }) => record.events[seq - 1]?.digest === digest;
  const missing = digests.filter((row) => !fits(row));
  const last = digests.filter(fits).at(-1);
  if (record.table === ownTable()) markedMissing(missing);
  inPanel("pins").textContent = pinsSentence(record.events.length, last, digests.length, missing.length);
  inPanel("pins").classList.toggle("is-bad", missing.length > 0);
  const typedMissing = typedShown(record, typed);
  const changed = await linesChecked(record, lines);
  return missing.length || typedMissing ? "receipt" : changed ? "line" : "";
}

function pinsSentence(all, last, n, missing) {
  if (missing) return panelSays("missing", { n, missing });
  if (!last) return panelSays("pinsNone");
  const at = short.format(last.at);
  return last.seq === all ? panelSays("pinsAll", { all, at }) : panelSays("pinsSome", { n: last.seq, all, at });
}

function markedMissing(missing) {
  const gone = new Set(missing.map((row) => row.digest));
  for (const item of inPanel("list").children) item.classList.toggle("is-bad", gone.has(item.dataset.digest));
}

function typedShown(record, typed) {
  const chain = new Set(record.events.map((event) => event.digest));
  const missing = typed.filter((one) => !chain.has(one)).length;
  const line = inPanel("typed-outcome");
  line.textContent = typed.length ? panelSays(missing ? "typedMissing" : "typedFound", { n: typed.length, missing }) : "";
  line.classList.toggle("is-bad", missing > 0);
  return missing;
}

// --- The log of all tables: does a noted line still stand there, and is it this record's?

async function linesChecked(record, lines) {
  const outcomes = [];
  for (const row of lines) outcomes.push(await lineOutcome(record, row.line));
  if (record.table === ownTable()) inPanel("lines").replaceChildren(...lines.map((row, i) => chainLine(row, outcomes[i])));
  return outcomes.includes("lineChanged");
}

async function lineOutcome(record, line) {
  const [number, kind, commitment, digest] = line.split(" ");
  if (commitment !== record.commitment || (kind === "ended" && digest !== record.digest)) return "lineChanged";
  const there = await chainLinesFrom(Math.max(1, number - 1)).catch(() => null);
  if (!there) return "lineUnread";
  return there.includes(line) && linkFollows(there, line) ? "lineSame" : "lineChanged";
}

// The first lines from a number on; the rest, which may be long, is not waited for.
async function chainLinesFrom(number) {
  const answer = await fetch(`${receiptsPanel.dataset.chain}?from=${number}`);
  if (!answer.ok) throw new TypeError(String(answer.status));
  const [reader, decoder] = [answer.body.getReader(), new TextDecoder()];
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.split("\n").length > 2) break;
  }
  reader.cancel().catch(() => {});
  return text.split("\n").slice(0, 2);
}

function linkFollows(there, line) {
  const [number, kind, commitment, digest, link] = line.split(" ");
  const before = number === "1" ? "0".repeat(64) : there[0].split(" ")[4];
  return shaHex([before, kind, commitment, digest === "-" ? "" : digest].join("|")) === link;
}

// --- Files

function fileSaved(name, text, type) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60000);
}

async function receiptsSaved() {
  const table = ownTable();
  const { digests, lines } = await receiptsOf(table);
  const part = await partShownHere(table);
  const time = (at) => new Date(at).toISOString();
  const whole = {
    format: FILE_FORMAT,
    table,
    part: part ? partArgument(part) : "",
    receipts: digests.map(({ seq, digest, at }) => ({ seq, digest, at: time(at) })),
    lines: lines.map(({ line, at }) => ({ line, at: time(at) })),
  };
  fileSaved(`tefuda-receipts-${table}.json`, `${JSON.stringify(whole, null, 1)}\n`, "application/json");
}

async function argumentsSaved() {
  const table = ownTable();
  const part = await partShownHere(table);
  const lines = argumentsOf({ ...(await receiptsOf(table)), typed: [], part });
  fileSaved(`tefuda-receipts-${table}.txt`, `${lines.join("\n")}\n`, "text/plain");
}

async function receiptsRead(file) {
  const found = receiptsIn(await file.text());
  if (!found) return panelSays("unreadable");
  const { rows, table, part } = found;
  imported.push(...rows);
  if (part && !(await phraseKept(table))) await phraseKeep(table, part);
  if (keepsHere) {
    await receiptsAdded(rows);
    await receiptsTrimmed();
  }
  await receiptsListed();
  return panelSays(keepsHere ? "readKept" : "read", { n: rows.length });
}

// Null for what is no file of ours. Nothing else of it is believed than what looks as it should.
function receiptsIn(text) {
  let whole;
  try {
    whole = JSON.parse(text);
  } catch {
    return null;
  }
  if (whole?.format !== FILE_FORMAT || !/^[a-z0-9]{1,40}$/.test(whole.table)) return null;
  const row = ({ at, ...more }) => ({ person: me, table: whole.table, says: "", at: Date.parse(at) || Date.now(), ...more });
  const isReceipt = ({ seq, digest }) => Number.isInteger(seq) && seq > 0 && /^[0-9a-f]{64}$/.test(digest);
  const receipts = Array.from(whole.receipts || []).filter(isReceipt).slice(0, RECEIPTS_MOST);
  const lines = Array.from(whole.lines || []).filter(({ line }) => LINE.test(line)).slice(0, 2);
  const [, seat, phrase] = /^(\d{1,2}):((?:[0-9a-f]{2})+)$/.exec(whole.part) || [];
  const rows = [
    ...receipts.map(({ seq, digest, at }) => row({ seq, digest, at })),
    ...lines.map(({ line, at }) => row({ line, at })),
  ];
  return { table: whole.table, rows, part: phrase && keepsHere ? { seat: Number(seat), phrase, noted: Date.now() } : null };
}

inPanel("save").addEventListener("click", receiptsSaved);
inPanel("arguments").addEventListener("click", argumentsSaved);
inPanel("import").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (file) inPanel("read").textContent = await receiptsRead(file).catch(() => panelSays("unreadable"));
  target.value = "";
});
// Whoever was gone before the end has the last line from here.
async function linesCompleted() {
  const { digests, lines } = await receiptsOf(ownTable());
  const { tableChain } = receiptsPanel.dataset;
  if (!keepsHere || !tableChain || !digests.length || lines.length > 1) return;
  await chainLinesFetched(tableChain, ownTable(), digests[0].game);
  await receiptsListed();
}

addEventListener("DOMContentLoaded", () => receiptsListed().then(linesCompleted).catch(() => {}));
receiptsPanel.hidden = false;
