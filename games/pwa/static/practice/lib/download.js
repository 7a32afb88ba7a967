// What practising takes, on this device: fetched with its progress shown, kept in a Cache Storage of its own, where the
// service worker finds it without a connection. Without HTTPS there is no such thing: then it is only fetched.
import { plan } from "./plan.js";

const NAMED = "tefuda-kept-practice-";
const HEADERS = ["Content-Type", "Content-Security-Policy"]; // what a script or a module goes by

export const canKeep = "caches" in window;

const listCaches = async () => (canKeep ? (await caches.keys()).filter((name) => name.startsWith(NAMED)) : []);

const listOlder = async () => (await listCaches()).filter((name) => name !== plan.cache);

export const hasOlder = async () => (await listOlder()).length > 0;

/** The files of the plan that no cache has yet. An address names its content, so one of an older version is as good. */
export async function listMissing() {
  if (!canKeep) return plan.files;
  const found = await Promise.all(plan.files.map(({ url }) => caches.match(url)));
  return plan.files.filter((_, at) => !found[at]);
}

export async function isWhole() {
  if (!canKeep || !(await caches.has(plan.cache))) return false;
  const cache = await caches.open(plan.cache);
  const found = await Promise.all([plan.page, ...plan.files.map(({ url }) => url)].map((url) => cache.match(url)));
  return found.every(Boolean);
}

/** Everything that is not there yet.
 * @param {(share: number) => void} progress told how much of it has come, from 0 to 1 */
export async function fetchAll(progress) {
  const missing = await listMissing();
  const cache = canKeep ? await caches.open(plan.cache) : null;
  const whole = missing.reduce((sum, { size }) => sum + size, 0);
  let come = 0;
  const count = (/** @type {number} */ bytes) => progress((come += bytes) / whole);
  for (const file of plan.files) {
    const answer = missing.includes(file) ? await fetchFile(file.url, count) : await caches.match(file.url);
    if (cache && answer) await cache.put(file.url, answer);
  }
  if (!cache) return;
  for (const url of Object.values(plan.strongTables)) {
    const kept = await caches.match(url);
    if (kept) await cache.put(url, kept);
  }
  await keepPage();
  for (const name of await listOlder()) await caches.delete(name);
}

/** A file that not everyone needs: kept on this device from the first time on.
 * @param {string} url */
export async function fetchOnDemand(url) {
  const kept = canKeep ? await caches.match(url) : undefined;
  if (kept) return kept;
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} ${url}`);
  const copied = copy(answer, await answer.blob());
  if (canKeep) await keepOnDemand(url, copied.clone());
  return copied;
}

/** A full device can play on as long as the page stays open.
 * @param {string} url
 * @param {Response} answer */
async function keepOnDemand(url, answer) {
  const cache = await caches.open(plan.cache);
  await cache.put(url, answer).catch((problem) => console.warn(problem));
}

/** The whole answer, read bit by bit.
 * @param {string} url
 * @param {(bytes: number) => void} come */
async function fetchFile(url, come) {
  const answer = await fetch(url);
  if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${url}`);
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    come(part.value.length);
  }
  return copy(answer, new Blob(parts));
}

/** @param {Response} answer
 * @param {Blob} body */
function copy(answer, body) {
  const headers = new Headers();
  for (const name of HEADERS) if (answer.headers.has(name)) headers.set(name, answer.headers.get(name) || "");
  return new Response(body, { headers });
}

/** The page as nobody in particular sees it, and all that it names. Anew with each visit, as it has no version. */
export async function keepPage() {
  const cache = await caches.open(plan.cache);
  const headers = { "Accept-Language": document.documentElement.lang };
  const page = await fetch(`${plan.page}?kept=1`, { credentials: "omit", headers });
  if (!page.ok) throw new Error(`${page.status} ${plan.page}`);
  await Promise.all(listParts().map((url) => keepPart(cache, url)));
  await cache.put(plan.page, copy(page, await page.blob()));
}

/** @param {Cache} cache
 * @param {string} url */
async function keepPart(cache, url) {
  if (await cache.match(url)) return;
  const answer = await fetch(url);
  if (answer.ok) await cache.put(url, copy(answer, await answer.blob()));
}

function listParts() {
  const parts = document.querySelectorAll("link:is([rel=stylesheet], [rel=icon], [rel=modulepreload]), script[src], use[href]");
  const urls = Array.from(parts, (node) => node.getAttribute("href") || node.getAttribute("src") || "");
  return [...new Set([...urls, ...Object.values(plan.pictures)].map((url) => url.split("#")[0]).filter(Boolean))];
}

export async function dropAll() {
  for (const name of await listCaches()) await caches.delete(name);
}
