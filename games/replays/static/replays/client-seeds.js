// This browser's part in a table's chance: 32 random bytes, of which the site is sent the hash after it has shown its
// commitment, so that it can't choose among shuffles. The phrase stays here, to be looked up after the match (verify-page.js).
// Comes after sha256.js and the offline scripts.
"use strict";

const phraseName = (table) => `phrase ${table}`;
const phraseHash = (table, seat, phrase) => hexOf(sha256(joined(bytesOf(`${table}|${seat}|`), phrase)));
const PHRASE_RETRY_MS = 5000;

// What is kept of a table: {seat, phrase, person, sent, saw, noted, earlier: [the same]}, phrases as hex; `sent`: when this
// browser showed it; `saw`: to which hashes, of all seats; `noted`: when the site first said that it has its hash. `earlier` has those given before, and such as were sent without an answer: which of them the site has, its
// page tells by the hash. A browser that is to keep nothing keeps it for as long as the tab is open.
async function phraseKept(table) {
  const here = sessionStorage.getItem(phraseName(table));
  if (here) return JSON.parse(here);
  return keepsNothing ? null : fact(phraseName(table)).catch(() => null);
}

async function phraseKeep(table, kept) {
  if (!keepsNothing) {
    try {
      return await factSet(phraseName(table), kept);
    } catch {} // no room, or no store: then in the tab
  }
  sessionStorage.setItem(phraseName(table), JSON.stringify(kept));
}

const phrasesOf = (kept) => (kept ? [kept, ...(kept.earlier || [])] : []);
const phraseOnly = ({ seat, phrase, person, sent, saw, noted }) => ({ seat, phrase, person, sent, saw, noted });

// The one behind a hash that the site has of that seat, if it is here; kept as the present one from now on.
async function phraseBehind(table, seat, hash) {
  const kept = await phraseKept(table);
  const all = phrasesOf(kept);
  const found = all.find((one) => one.seat === seat && phraseHash(table, seat, bytesIn(one.phrase)) === hash);
  if (!found) return null;
  const noted = found.noted || Date.now();
  if (found !== kept || !found.noted) {
    await phraseKeep(table, { ...phraseOnly(found), noted, earlier: all.filter((one) => one !== found).map(phraseOnly) });
  }
  return { ...found, noted };
}

// The hash for a seat at a table. `phrase` are bytes; without them random ones. Kept before it is sent.
async function phraseMade(table, seat, phrase = crypto.getRandomValues(new Uint8Array(32))) {
  const earlier = phrasesOf(await phraseKept(table)).map(phraseOnly);
  await phraseKeep(table, { seat, phrase: hexOf(phrase), person: me, earlier });
  return phraseHash(table, seat, phrase);
}

function phraseSent(address, fields, token) {
  const body = new URLSearchParams(fields);
  return fetch(address, { method: "POST", body, headers: { "X-CSRFToken": token } });
}

// --- At a table that has not begun. What the site has of this seat's stands in its page, so whatever happened on other
// devices, or between standing up and sitting down again, is seen at the next look.

const phrasePlace = () => document.querySelector("[data-seat-phrase]");
const phraseToken = (place) => place.querySelector("[name=csrfmiddlewaretoken]").value;
let phraseWork = Promise.resolve(); // one look after the other

// A part of this seat's: these bytes, or one that this person has given here before, or random ones.
async function phraseAdded(phrase) {
  const place = phrasePlace();
  if (!place) return;
  const seat = Number(place.dataset.seat);
  const kept = phrase ? null : await phraseKept(tableShown);
  const again = kept && kept.seat === seat && kept.person === me && !kept.sent ? bytesIn(kept.phrase) : undefined;
  const hash = again && !place.dataset.hash ? phraseHash(tableShown, seat, again) : await phraseMade(tableShown, seat, phrase);
  const answer = await phraseSent(place.dataset.phrase, { hash }, phraseToken(place));
  if (answer.status === 429 || answer.status >= 500) throw new TypeError(String(answer.status));
  if (answer.ok) await phraseBehind(tableShown, seat, hash);
  if (answer.ok) place.dataset.hash = hash;
  else if (phrase || place.dataset.hash) location.reload(); // which shows how the table stands by now
}

// Whether another part was exchanged after this one was sent: by somebody who might have known it.
const phraseOvertaken = (place, { sent, saw }) => Boolean(sent && saw && place.dataset.opens && saw !== place.dataset.hashes);

// At a strict table, once everybody has given a hash: what is behind one's own is shown, once, to the hashes of the others
// that this page shows. The fairness check holds these against the record (client-seeds-page.js).
async function phraseOpened(place, found) {
  const { earlier } = await phraseKept(tableShown);
  const saw = found.saw || place.dataset.hashes;
  await phraseKeep(tableShown, { ...phraseOnly(found), sent: found.sent || Date.now(), saw, earlier });
  const answer = await phraseSent(place.dataset.opens, { bytes: found.phrase, seen: saw }, phraseToken(place));
  if (answer.status === 429 || answer.status >= 500) throw new TypeError(String(answer.status));
  if (!answer.ok) return;
  delete place.dataset.opens;
  delete place.dataset.gives;
}

// What was sent and not noted is known to the site, and serves nothing any more where the table has changed since.
async function phraseUsedUp(place, found) {
  const kept = await phraseKept(tableShown);
  const note = place.querySelector("[data-part-unnoted]");
  if (note) note.hidden = !(kept.earlier || []).some((one) => one.sent);
  return Boolean(found.sent && place.dataset.gives && (!place.dataset.opens || phraseOvertaken(place, found)));
}

async function phraseLook() {
  await phraseUnheard();
  const place = phrasePlace();
  if (!place) return;
  const { hash, seat } = place.dataset;
  if (!hash) return place.dataset.gives && phraseAdded();
  const found = await phraseBehind(tableShown, Number(seat), hash);
  const elsewhere = place.querySelector("[data-part-elsewhere]");
  if (elsewhere) elsewhere.hidden = found !== null;
  if (found && (await phraseUsedUp(place, found))) return phraseAdded(crypto.getRandomValues(new Uint8Array(32)));
  const overtaken = place.querySelector("[data-part-overtaken]");
  const tooLate = Boolean(found) && phraseOvertaken(place, found);
  if (overtaken) overtaken.hidden = !tooLate;
  if (tooLate) return;
  if (found && place.dataset.opens) return phraseOpened(place, found);
  const words = place.querySelector("[data-part-words]");
  if (words && !found) words.classList.remove("no-script");
}

// The table was broken off, and the site says that this seat had not shown its part: did this browser?
async function phraseUnheard() {
  const note = document.querySelector("[data-part-sent]");
  if (note) note.hidden = !phrasesOf(await phraseKept(tableShown)).some((one) => one.sent);
}

function phraseSeenTo() {
  phraseWork = phraseWork.then(phraseLook).catch(() => setTimeout(phraseSeenTo, PHRASE_RETRY_MS)); // no line: once more
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.closest("[data-seat-phrase]") || form.matches("[data-part-words]")) return;
  event.preventDefault();
  const typed = form.elements.phrase;
  const given = typed ? bytesOf(typed.value.trim()) : crypto.getRandomValues(new Uint8Array(32));
  phraseWork = phraseWork.then(() => phraseAdded(given)).catch(() => toast(words.offline)).finally(() => hold(form, false));
});
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
    const started = await phraseSent(table.start, { hash }, table.token);
    if (started.ok) await phraseBehind(table.table, table.seat, hash);
  }
  location.assign(table.address);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-deals]") || event.defaultPrevented) return;
  event.preventDefault();
  dealt(form, event.submitter).catch(() => {
    hold(form, false);
    toast(troubleSaid(troubleOf()));
  });
});
