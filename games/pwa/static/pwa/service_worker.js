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
  findNothing, findPage, findPiece, findPutAside, isKeepable, isPiece, keepForAnybody, keepFrontAndLobby, keepLessons, noteAnswer, notePiece,
  shellName,
} from "./lib/worker_cache.js";

const PATIENCE_MS = 1500; // then the page as last seen stands in for it, until it comes
const LATE_MS = 10000; // for which a page that came late waits to be asked for once more

/** Pages that have come after the kept ones were shown, by their addresses; `isWanted`: that page is about to be loaded anew.
 * @type {Map<string, {answer: Response, isWanted: boolean}>} */
const late = new Map();

/** Browsers want all listeners at once.
 * @param {import("./lib/site.js").Site} given */
export function start(given) {
  Object.assign(site, given);
  worker.addEventListener("install", (event) => event.waitUntil(keepShell()));
  worker.addEventListener("activate", (event) => event.waitUntil(dropOldShells().then(() => worker.clients.claim()).then(keepFirst)));
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

/** What a first visit leaves behind. It may not succeed; any later page sees to it again. */
async function keepFirst() {
  const { language } = await getReader();
  await keepFrontAndLobby(language || site.languages[0]).catch(() => {});
}

async function dropOldShells() {
  for (const name of await caches.keys()) {
    if (name.startsWith("tefuda-shell-") && name !== shellName()) await caches.delete(name);
  }
}

/** A page says: keep me as I am now, or: all lessons of a game or the latest puzzles, or: give me what came late, or: let the new version begin.
 * @param {WorkerEvents["message"]} event */
function messaged(event) {
  const come = late.get(event.data.take);
  if (come) come.isWanted = true;
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
  const come = late.get(url.href);
  late.delete(url.href);
  if (come?.isWanted && event.request.method === "GET") return come.answer;
  const asked = fetch(event.request);
  event.waitUntil(asked.then((answer) => noteAnswer(url, answer.clone())).catch(() => {}));
  if (event.request.method !== "GET") return asked.catch(() => Response.redirect(site.page, 303)); // never sent again
  const soon = await Promise.race([asked.catch(() => "none"), wait()]);
  if (soon instanceof Response && !isFromProxy(soon)) return soon;
  const found = await findPage(url);
  if (!found) return asked.catch(findNothing);
  if (soon === "late") event.waitUntil(asked.then((answer) => handOver(event, url, answer)).catch(() => {}));
  return sayTrouble(found, describeTrouble(soon));
}

/** The page that shows the kept one is told, asks once more, and gets this one. (One that can do without asks for what
 * has changed, and keeps what its reader has begun.)
 * @param {FetchEvent} event
 * @param {URL} url
 * @param {Response} answer */
async function handOver(event, url, answer) {
  if (isFromProxy(answer)) return;
  late.set(url.href, { answer, isWanted: false });
  setTimeout(() => late.delete(url.href), LATE_MS);
  (await worker.clients.get(event.resultingClientId))?.postMessage({ come: url.href });
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
