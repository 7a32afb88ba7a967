// The service worker. Pages come from the site while it answers, and else as they were last seen; files whose names hold
// a hash come from here. Everything else goes its own way. Comes after idb.js, outbox-sender.js and cache.js.
"use strict";

const PATIENCE_MS = 8000; // in a tunnel an answer may never come

self.addEventListener("install", (event) => {
  event.waitUntil(shellKept());
});

async function shellKept() {
  const { language } = (await fact("reader").catch(() => null)) || {};
  await anyonesKept(SITE.page, language || SITE.languages[0]);
}

self.addEventListener("activate", (event) => {
  event.waitUntil(othersDropped().then(() => self.clients.claim()));
});

async function othersDropped() {
  for (const name of await caches.keys()) {
    if (name.startsWith("tefuda-shell-") && name !== SHELL) await caches.delete(name);
  }
}

// A page says: keep me as I am now, or: let the new version begin.
self.addEventListener("message", (event) => {
  if (event.data.begin) self.skipWaiting();
  if (event.data.keep) event.waitUntil(keptAnew(new URL(event.data.keep)).catch(() => {}));
});

async function keptAnew(url) {
  if (url.origin !== location.origin || !isKeepable(url)) return;
  const answer = await fetch(url.href, { redirect: "error" });
  await pageNoted(url, answer);
}

// Sooner or later with a connection, and without a page. What is left makes the browser ask again.
self.addEventListener("sync", (event) => {
  if (event.tag === "moves") event.waitUntil(allSent());
});

async function allSent() {
  const became = await movesSent();
  if (became === "later" || became === "busy") throw new Error(became);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.headers.has("Tefuda-Keeping")) return; // a page is about to keep it itself
  const isPage = request.mode === "navigate";
  if (isPage) event.respondWith(pageAnswered(event, url));
  else if (isOne(PIECES, url)) event.respondWith(pieceAnswered(event, url));
  else if (request.method === "GET" && [SITE.static, SITE.practice].some((below) => url.pathname.startsWith(below))) {
    event.respondWith(fileAnswered(request, url));
  }
});

async function pageAnswered(event, url) {
  const { request } = event;
  const asked = fetch(request);
  const noted = asked.then((answer) => pageNoted(url, answer.clone())).catch(() => {});
  event.waitUntil(noted);
  if (request.method !== "GET") return asked.catch(() => Response.redirect(SITE.page, 303)); // never sent by itself again
  const soon = await Promise.race([asked.catch(() => "none"), patience()]);
  if (soon instanceof Response && !isFromProxy(soon)) return soon;
  const found = await pageFound(url);
  return found ? withTrouble(found, troubleMet(soon)) : asked.catch(nothingFound);
}

// The site's own answers name their reader; a proxy's error page doesn't.
const isFromProxy = (answer) => isAway(answer.status) && !answer.headers.has("Tefuda-Reader");

function troubleMet(soon) {
  if (soon instanceof Response) return troubleOf({ status: soon.status, retry: soon.headers.get("Retry-After") });
  return troubleOf({ afterMs: soon === "late" ? PATIENCE_MS : 0 });
}

// A kept page, which says why it is shown.
async function withTrouble(found, { why, n }) {
  if (found.redirected || found.status !== 200) return found;
  const text = await found.text();
  const told = text.replace(' data-seen="', ` data-why="${why}" data-n="${n}" data-seen="`);
  return new Response(told, { headers: found.headers });
}

async function pieceAnswered(event, url) {
  try {
    const answer = await fetch(event.request);
    event.waitUntil(pieceNoted(url, answer.clone()).catch(() => {}));
    return answer;
  } catch (problem) {
    const found = await pieceFound(url);
    if (found) return found;
    throw problem;
  }
}

const patience = () => new Promise((resolve) => setTimeout(() => resolve("late"), PATIENCE_MS));

async function fileAnswered(request, url) {
  const kept = async () => (await (await caches.open(STATIC)).match(url.href, LOOSELY)) || keptFound(url);
  if (HASHED.test(url.pathname)) return (await kept()) || fetch(request);
  try {
    return await fetch(request);
  } catch (problem) {
    const found = await kept();
    if (found) return found;
    throw problem;
  }
}
