// The service worker, which /sw.js starts. Pages come from the site while it answers, and else as they were last seen;
// files whose names hold a hash come from here. Everything else goes its own way.
import { describeFailure, isAway } from "../site/lib/trouble.js";
import { sendMoves } from "./lib/outbox.js";
import { HASHED, LOOSELY, STATIC } from "./lib/page_cache.js";
import { openPath, renewSubscription, showMessage } from "./lib/push_messages.js";
import { getReader } from "./lib/reader.js";
import { site } from "./lib/site.js";
import { worker } from "./lib/worker.js";
import {
  findNothing, findPage, findPiece, findPutAside, isKeepable, isPiece, keepForAnybody, keepLessons, noteAnswer, notePiece, shellName,
} from "./lib/worker_cache.js";

const PATIENCE_MS = 8000; // in a tunnel an answer may never come

/** Browsers want all listeners at once.
 * @param {import("./lib/site.js").Site} given */
export function start(given) {
  Object.assign(site, given);
  worker.addEventListener("install", (event) => event.waitUntil(keepShell()));
  worker.addEventListener("activate", (event) => event.waitUntil(dropOldShells().then(() => worker.clients.claim())));
  worker.addEventListener("message", messaged);
  worker.addEventListener("fetch", fetched);
  worker.addEventListener("push", (event) => event.waitUntil(showMessage(event.data)));
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(openPath(event.notification.data.path));
  });
  worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewSubscription(event)));
  worker.addEventListener("sync", (event) => {
    if (event.tag === "moves") event.waitUntil(sendAll());
  });
}

async function keepShell() {
  const { language } = await getReader();
  await keepForAnybody(site.page, language || site.languages[0]);
}

async function dropOldShells() {
  for (const name of await caches.keys()) {
    if (name.startsWith("tefuda-shell-") && name !== shellName()) await caches.delete(name);
  }
}

/** A page says: keep me as I am now, or: all lessons of a game, or: let the new version begin.
 * @param {WorkerEvents["message"]} event */
function messaged(event) {
  if (event.data.begin) worker.skipWaiting();
  if (event.data.keepLessons) event.waitUntil(keepLessons(event.data.keepLessons, event.data.language).catch(() => {}));
  if (event.data.keep) event.waitUntil(keepAnew(new URL(event.data.keep)).catch(() => {}));
}

/** @param {URL} url */
async function keepAnew(url) {
  if (url.origin !== location.origin || !isKeepable(url)) return;
  await noteAnswer(url, await fetch(url.href, { redirect: "error" }));
}

/** Sooner or later with a connection, and without a page. What is left makes the browser ask again. */
async function sendAll() {
  const outcome = await sendMoves();
  if (outcome === "later" || outcome === "busy") throw new Error(outcome);
}

/** @param {FetchEvent} event */
function fetched(event) {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.headers.has("Tefuda-Keeping")) return; // a page is about to keep it itself
  if (request.mode === "navigate") event.respondWith(answerPage(event, url));
  else if (isPiece(url)) event.respondWith(answerPiece(event, url));
  else if (findRulebook(url)) event.respondWith(answerSection(event, url));
  else if (request.method === "GET" && [site.static, site.practice].some((path) => url.pathname.startsWith(path))) {
    event.respondWith(answerFile(request, url));
  }
}

/** @param {FetchEvent} event
 * @param {URL} url */
async function answerPage(event, url) {
  const asked = fetch(event.request);
  event.waitUntil(asked.then((answer) => noteAnswer(url, answer.clone())).catch(() => {}));
  if (event.request.method !== "GET") return asked.catch(() => Response.redirect(site.page, 303)); // never sent again
  const soon = await Promise.race([asked.catch(() => "none"), wait()]);
  if (soon instanceof Response && !isFromProxy(soon)) return soon;
  const found = await findPage(url);
  return found ? sayTrouble(found, describeTrouble(soon)) : asked.catch(findNothing);
}

/** @returns {Promise<string>} */
const wait = () => new Promise((resolve) => setTimeout(() => resolve("late"), PATIENCE_MS));

/** The site's own answers name their reader; a proxy's error page doesn't.
 * @param {Response} answer */
const isFromProxy = (answer) => isAway(answer.status) && !answer.headers.has("Tefuda-Reader");

/** @param {Response | string} soon */
function describeTrouble(soon) {
  if (typeof soon === "string") return describeFailure({ afterMs: soon === "late" ? PATIENCE_MS : 0 });
  return describeFailure({ status: soon.status, retry: soon.headers.get("Retry-After") });
}

/** A kept page, which says why it is shown (controllers/saved_copy_controller.js).
 * @param {Response} found
 * @param {import("../site/lib/trouble.js").Trouble} trouble */
async function sayTrouble(found, { why, n }) {
  if (found.redirected || found.status !== 200) return found;
  const text = await found.text();
  const marked = text.replace(' data-seen="', ` data-trouble="${why}" data-trouble-n="${n}" data-seen="`);
  return new Response(marked, { headers: found.headers });
}

/** @param {FetchEvent} event
 * @param {URL} url */
async function answerPiece(event, url) {
  try {
    const answer = await fetch(event.request);
    event.waitUntil(notePiece(url, answer.clone()).catch(() => {}));
    return answer;
  } catch (problem) {
    return orThrow(await findPiece(url), problem);
  }
}

/** Which rulebook a section is of: of those the whole is kept.
 * @param {URL} url */
const findRulebook = (url) => site.rules.find((path) => url.pathname.startsWith(path) && url.pathname !== path);

/** A section of the rules, or else the whole rulebook, out of which the page takes it (site/lib/rulebook.js).
 * @param {FetchEvent} event
 * @param {URL} url */
async function answerSection(event, url) {
  try {
    return await fetch(event.request);
  } catch (problem) {
    return orThrow(await findPage(new URL(findRulebook(url) || "", url)), problem);
  }
}

/** @param {Request} request
 * @param {URL} url */
async function answerFile(request, url) {
  const find = async () => (await (await caches.open(STATIC)).match(url.href, LOOSELY)) || findPutAside(url);
  if (HASHED.test(url.pathname)) return (await find()) || fetch(request);
  try {
    return await fetch(request);
  } catch (problem) {
    return orThrow(await find(), problem);
  }
}

/** @param {Response | undefined} found
 * @param {unknown} problem */
function orThrow(found, problem) {
  if (!found) throw problem;
  return found;
}
