// What a page does for the device it is on: it has the service worker registered, offers a new version, and says when
// what it shows is old. Comes after site.js, idb.js and outbox-sender.js; logout-cleanup.js and outbox-ui.js go on from here.
"use strict";

const me = document.body.dataset.person || "";
const keepsNothing = document.body.dataset.keeps === "nothing";
const workers = navigator.serviceWorker; // undefined on plain HTTP
const seen = document.body.dataset.seen; // when, if this is a page from the device

// --- The service worker

async function workerRegistered() {
  const address = document.body.dataset.worker;
  if (!address) return workerGone();
  const alone = !workers.controller;
  const registration = await workers.register(address);
  if (!registration) return;
  if (registration.waiting && !alone) newVersion(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const coming = registration.installing;
    coming.addEventListener("statechange", () => {
      if (coming.state === "installed" && workers.controller) newVersion(coming);
    });
  });
  await workers.ready;
  if (alone) pageKeptAnew(); // this page came before there was somebody to keep it
}

// Switched off by the site (games/pwa/service_worker.py, whose script does the same where no page is opened).
async function workerGone() {
  for (const found of await workers.getRegistrations()) await found.unregister();
  for (const name of await caches.keys()) if (name.startsWith("tefuda-")) await caches.delete(name);
}

function newVersion(worker) {
  const note = document.getElementById("fresh");
  note.hidden = false;
  note.querySelector("button").addEventListener("click", () => {
    workers.addEventListener("controllerchange", () => location.reload());
    worker.postMessage({ begin: true });
  });
}

// So that the page one finds without a connection is the one that one has left.
async function pageKeptAnew() {
  if (!workers || !me || keepsNothing) return;
  const registration = await workers.getRegistration();
  if (registration && registration.active) registration.active.postMessage({ keep: location.href });
}

const ANEW_MS = 4000; // after the table has changed: a match against bots changes every second
let anew = 0;

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target.id !== "zone") return;
  clearTimeout(anew);
  anew = setTimeout(pageKeptAnew, ANEW_MS);
});

document.addEventListener("visibilitychange", () => {
  if (!document.hidden || !anew) return;
  clearTimeout(anew);
  anew = 0;
  pageKeptAnew();
});

// --- An old page, shown for want of the present one

function seenShown() {
  const note = document.getElementById("seen");
  note.hidden = false;
  const { why, n } = document.body.dataset; // put there by the service worker
  note.textContent = sentences(
    troubleSaid(why ? { why, n: Number(n) } : troubleOf()),
    words.seen.replace("{at}", full.format(Date.parse(seen))),
  );
}

// The table's zone has been fetched: what is shown is the present again.
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id === "zone") document.getElementById("seen").hidden = true;
});

async function presentShown() {
  if (document.hidden || document.getElementById("seen").hidden) return;
  try {
    const answer = await fetch(HELLO, { cache: "no-store" });
    if (!answer.ok) return;
    if (document.getElementById("zone")) refresh();
    else location.reload();
  } catch {
    // Still no connection.
  }
}

async function deviceReady() {
  await leaverForgotten();
  if (seen) seenShown();
  else if (!("anybodys" in document.body.dataset)) await readerNoted(me && !keepsNothing ? me : "none", language);
  if (workers && !keepsNothing) await workerRegistered();
}

// A log-in may end while a page stays open.
function readerHeard(reader) {
  if (me && reader && reader !== me) readerNoted(reader).catch(() => {});
}

document.addEventListener("tefuda:reader", ({ detail }) => readerHeard(detail));
document.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => readerHeard(xhr.getResponseHeader("Tefuda-Reader")));

// What the back button brings may be of somebody who has left since.
addEventListener("pageshow", async (event) => {
  if (!event.persisted) return;
  const reader = await fact("reader").catch(() => null);
  if (reader && reader.person !== (me && !keepsNothing ? me : "none")) location.reload();
});

if (seen) setInterval(presentShown, 5000);
addEventListener("online", presentShown);
// After the scripts that follow; without a store, as in some private windows, nothing is kept.
addEventListener("DOMContentLoaded", () => deviceReady().catch(() => {}));
