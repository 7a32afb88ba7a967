// This browser's part in a table's chance: 32 random bytes, of which the site is sent the hash after it has shown its
// commitment, so that it can't choose among shuffles. The phrase stays here, to be looked up after the match (verify.js).
// Comes after sha256.js and the offline scripts.
"use strict";

const phraseName = (table) => `phrase ${table}`;
const phraseHash = (table, seat, phrase) => hexOf(sha256(joined(bytesOf(`${table}|${seat}|`), phrase)));

// The hash for a seat at a table. `phrase` are bytes; without them random ones.
async function phraseMade(table, seat, phrase = crypto.getRandomValues(new Uint8Array(32))) {
  if (!keepsNothing) await factSet(phraseName(table), { seat, phrase: hexOf(phrase) }).catch(() => {});
  return phraseHash(table, seat, phrase);
}

function phraseSent(address, fields, token) {
  const body = new URLSearchParams(fields);
  return fetch(address, { method: "POST", body, headers: { "X-CSRFToken": token } });
}

// --- At a table that has not begun: at once, and again where one has typed words of one's own

let phraseGiven = ""; // for which seat; once, whatever the page does meanwhile

async function phraseAdded(phrase) {
  const place = document.querySelector("[data-seat-phrase]");
  if (!place || (!phrase && (place.dataset.seatPhrase || phraseGiven === place.dataset.seat))) return;
  phraseGiven = place.dataset.seat;
  const hash = await phraseMade(tableShown, Number(place.dataset.seat), phrase);
  const form = place.querySelector("form");
  const token = form.querySelector("[name=csrfmiddlewaretoken]").value;
  await phraseSent(form.action, { hash }, token).catch(() => {}); // the match begins without it
}

// At a strict table, once everybody has given a hash: what is behind one's own is shown, once.
let phraseShown = "";

async function phraseOpened() {
  const place = document.querySelector("[data-opens]");
  if (!place || !place.dataset.opens || phraseShown === place.dataset.opens) return;
  const kept = await fact(phraseName(tableShown)).catch(() => null);
  if (!kept || kept.seat !== Number(place.dataset.seat)) return; // typed elsewhere: the words are asked for
  phraseShown = place.dataset.opens;
  const token = place.querySelector("[name=csrfmiddlewaretoken]").value;
  await phraseSent(place.dataset.opens, { bytes: kept.phrase }, token).catch(() => {
    phraseShown = ""; // the next look tries again
  });
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.closest("[data-seat-phrase]") || form.action.endsWith("/open/")) return;
  event.preventDefault();
  phraseAdded(bytesOf(form.elements.phrase.value.trim())).finally(() => hold(form, false));
});
const phraseSeenTo = () => phraseAdded().then(phraseOpened);
document.addEventListener("tefuda:done", phraseSeenTo);
document.addEventListener("tefuda:fresh", phraseSeenTo);
addEventListener("DOMContentLoaded", phraseSeenTo);

// --- One click to a match against bots: the table is set up, then dealt with this browser's phrase

async function dealt(form, submitter) {
  const fields = new FormData(form, submitter);
  fields.set("open", "1");
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(fields), headers: { Accept: "application/json" } });
  const table = await asJson(answer);
  if (!answer.ok || !table) return form.submit(); // which shows what is wrong
  if (table.full) {
    const hash = await phraseMade(table.table, table.seat);
    await phraseSent(`/t/${table.table}/start/`, { hash }, table.token);
  }
  location.assign(`/t/${table.table}/`);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-deals]") || event.defaultPrevented) return;
  event.preventDefault();
  dealt(form, event.submitter).catch(() => {
    hold(form, false);
    toast(words.offline);
  });
});
