// Moves chosen without a connection: kept, shown as waiting in the hand, withdrawn, sent when there is one again. Comes
// after register.js; where nothing may be kept, only a toast says that the move was not sent.
"use strict";

const SOON_MS = 3000;
const LATE_MS = 60000;
const tableShown = document.getElementById("play")?.dataset.table;

// --- Into the box

async function moveKept({ elt, requestConfig, xhr }, trouble) {
  const retry = xhr.getResponseHeader("Retry-After");
  await troubleNoted(trouble, retry).catch(() => {}); // a browser that keeps nothing
  const fields = Array.from(requestConfig.formData).filter(([name]) => name !== "csrfmiddlewaretoken");
  const { asked } = Object.fromEntries(fields);
  const says = moveInWords(elt, requestConfig.triggeringEvent?.submitter);
  await queued({ address: elt.getAttribute("action"), asked, fields, says }, trouble);
}

async function queued(move, trouble = troubleOf()) {
  if (!me || keepsNothing) return toast(sentences(troubleSaid(trouble), words.notsent));
  try {
    await moveAdded({ person: me, table: tableShown, ...move, at: Date.now() });
  } catch {
    return toast(words.noroom); // the form is as it was
  }
  toldAll({ table: tableShown, what: "kept" });
  hand().focus({ preventScroll: true });
  const registration = workers && (await workers.getRegistration());
  registration?.sync?.register("moves").catch(() => {});
}

function moveInWords(form, button) {
  const boxes = form.querySelectorAll("input:checked, input[type=number]");
  const said = Array.from(boxes, (box) => (box.type === "number" ? box.value : box.labels[0] && spoken(box.labels[0])));
  return [button && spoken(button), ...said].filter(Boolean).join(" ");
}

document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.elt.id === "move") event.detail.timeout = SEND_MS;
});

for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(name, ({ detail }) => {
    const { status } = detail.xhr;
    if (detail.elt.id !== "move" || (status && !isAway(status))) return;
    const [retry, afterMs] = [detail.xhr.getResponseHeader("Retry-After"), name === "htmx:timeout" ? SEND_MS : 0];
    moveKept(detail, troubleOf({ status, retry, afterMs })).catch(() => {});
  });
}

// --- Shown

// In the hand while its question is the same; a refused one beside it until it has been read.
async function movesShown() {
  const all = await movesKept();
  const here = me && tableShown ? all.filter(isMoveOf(me, tableShown)) : [];
  handMarked(here, (await fact("trouble")) || troubleOf());
  unsentShown(all.filter((move) => !move.refused && (isSignedOut || !here.includes(move))));
  return all.some((move) => !move.refused && (move.person === me || !me));
}

function handMarked(moves, trouble) {
  const place = document.getElementById("waiting");
  if (!place) return;
  place.replaceChildren(...moves.map((move) => moveNote(move, trouble)));
  if (moves.length) hand().hidden = false; // which it is once the match is over
  const form = document.getElementById("move");
  const waits = moves.some((move) => !move.refused && move.asked === form?.elements.asked.value);
  if (form) form.inert = waits;
  if (form) form.classList.toggle("is-waiting", waits);
  plansMarked(moves);
}

function moveNote(move, trouble) {
  const note = document.getElementById(noteFor(move)).content.cloneNode(true);
  note.querySelector("[data-says]").textContent = move.says;
  const why = note.querySelector("[data-why]");
  if (why) why.textContent = move.refused;
  const known = note.querySelector("[data-trouble]");
  if (known) known.textContent = troubleSaid(trouble);
  const open = note.querySelector("[data-open]");
  if (open) open.hidden = Boolean(workers);
  note.querySelector("button").addEventListener("click", () => withdrawn(move).catch(() => toast(words.failed)));
  return note;
}

function noteFor(move) {
  if (!move.refused) return "move-waits";
  return move.plan ? "plan-refused" : "move-refused";
}

// Not while it is under way: nobody could say what had become of it.
async function withdrawn(move) {
  const by = `withdrawn ${Math.random()}`;
  if (!(await leaseTaken(by))) return toast(words.underway);
  await moveDropped(move.n);
  await leaseGiven(by);
  toldAll({ table: move.table, what: "withdrawn" });
}

// On every page: how many wait elsewhere, and that somebody has to log in for them.
function unsentShown(moves) {
  const count = me ? moves.filter(isMoveOf(me)).length : moves.length;
  const isOut = isSignedOut || !(me || seen); // a kept page without a name doesn't say that nobody is logged in
  document.getElementById("unsent").hidden = !count || isOut;
  document.getElementById("unsent-login").hidden = !count || !isOut;
  for (const node of document.querySelectorAll("[data-unsent]")) node.textContent = count;
}

// --- Out of the box: at once whenever there is reason to hope, else ever later

let isSignedOut = false;
let wait = SOON_MS;
let trying = 0;

async function tried() {
  clearTimeout(trying);
  trying = 0;
  isSignedOut = (await movesSent()) === "signed-out";
  if (await movesShown()) await triedLater();
}

async function triedLater() {
  const until = await waitsUntil();
  clearTimeout(trying);
  trying = setTimeout(() => tried().catch(() => {}), Math.max(wait, until - Date.now()));
  wait = Math.min(wait * 1.5, LATE_MS);
}

function soon() {
  wait = SOON_MS;
  tried().catch(() => {}); // a browser that keeps nothing
}

if (self.BroadcastChannel) {
  new BroadcastChannel("tefuda").addEventListener("message", ({ data }) => {
    if (!data.what) return;
    if (data.what === "kept") wait = SOON_MS;
    if (data.what === "kept") triedLater().catch(() => {});
    if (data.table === tableShown && ["sent", "refused"].includes(data.what)) refresh();
    movesShown().catch(() => {});
  });
}

// The site itself answers again: nobody waits any longer for as long as a proxy wanted.
async function answeredAgain(xhr) {
  if (xhr.status === 304 || xhr.getResponseHeader("Tefuda-Reader")) await troubleNoted(null).catch(() => {});
  soon();
}

addEventListener("online", soon);
addEventListener("pageshow", soon);
document.addEventListener("visibilitychange", () => document.hidden || soon());
document.addEventListener("htmx:afterRequest", ({ detail }) => detail.successful && trying && answeredAgain(detail.xhr));
document.addEventListener("htmx:afterSettle", () => tableShown && movesShown().catch(() => {}));
