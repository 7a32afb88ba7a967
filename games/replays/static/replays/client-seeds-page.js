// What became of this browser's parts in a shuffle, on the page of the fairness check. Comes after client-seeds.js.
"use strict";

const BEFORE_START = ["create", "sit", "sit-bot", "leave", "phrase", "start"];

// By seat the hashes that a record's log tells of, in order; "" where somebody sat down or stood up.
function partsGiven(record) {
  const given = record.phrases.map(() => []);
  for (const event of record.events) {
    const { kind, seat, data } = JSON.parse(event.body);
    if (kind === "start") break;
    if (BEFORE_START.includes(kind)) given[seat]?.push(data.phrase || "");
  }
  return given;
}

// "used"; "overtaken": used, but at a strict table with others than this browser had seen when it showed its own; "replaced": the log tells that it was given, and what came after it; "missing": the site has noted it, and the log
// does not; "" for one of which the site never said that it has it.
function partBecame(record, given, { seat, phrase, noted, saw }) {
  const hash = phraseHash(record.table, seat, bytesIn(phrase));
  if (record.phrases[seat] === hash) return saw && saw !== record.phrases.join(",") ? "overtaken" : "used";
  const at = (given[seat] || []).lastIndexOf(hash);
  if (at >= 0 && at < given[seat].length - 1) return "replaced";
  return at >= 0 || noted ? "missing" : "";
}

const partsKept = async (table) => phrasesOf(await phraseKept(table)).filter(({ person }) => !me || !person || person === me);

// {seat, phrase, became} of the part that tells most, or null.
async function partIn(record) {
  const given = partsGiven(record);
  const found = (await partsKept(record.table)).map((one) => ({ ...one, became: partBecame(record, given, one) }));
  const told = (became) => found.find((one) => one.became === became);
  return told("overtaken") || told("used") || told("missing") || told("replaced") || null;
}

// The one that this page says is in the shuffle, or null.
async function partShownHere(table) {
  const hashes = Array.from(document.querySelectorAll("[data-part]"), (item) => item.dataset.part);
  const isUsed = ({ seat, phrase }) => hashes[seat] === phraseHash(table, seat, bytesIn(phrase));
  return (await partsKept(table)).find(isUsed) || null;
}

const partArgument = ({ seat, phrase }) => `${seat}:${phrase}`;
