// Putting pages where they are found without a connection. Pages and the service worker share it.
//
// tefuda-shell-<version>      the page for want of a page, all rules and lessons that were begun, as anybody sees them
// tefuda-static               files of ours whose names hold a hash of what is in them: good for any version
// tefuda-pages-1-<person>     pages as last seen, the oldest making room
// tefuda-replays-1-<person>   replays that were asked to be kept
// tefuda-pieces-1-<person>    what replays have fetched step by step, the oldest making room
// tefuda-kept-<name>          what a page of ours has put there by itself, asked to (practice)
import { site } from "./site.js";

export const STATIC = "tefuda-static";
const STATIC_MOST = 500;
export const HASHED = /\.[0-9a-f]{12}\.\w+$/;
export const LOOSELY = { ignoreVary: true };

/** @param {"pages" | "replays" | "pieces"} kind
 * @param {string} person */
export const cacheName = (kind, person) => `tefuda-${kind}-1-${person}`;

/** @param {string} person */
export async function forgetPages(person) {
  if (!self.caches) return;
  for (const name of await caches.keys()) if (name.endsWith(`-1-${person}`)) await caches.delete(name);
}

// --- Addresses as the site gives them, with gaps (games/tables/url_templates.py): "/replays/{id}/positions/{n}/"

/** @type {Record<string, string>} */
const GAPS = { id: "[a-z0-9]{12}", slug: "[a-z0-9-]+", key: "[0-9a-f]{16}", n: "[0-9]+" };

/** What such an address looks like; what stands in its gaps are the groups.
 * @param {string} template */
export function matchAddress(template) {
  const plain = (/** @type {string} */ text) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  const parts = template.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? `(?<${part}>${GAPS[part]})` : plain(part)));
  return new RegExp(`^${parts.join("")}$`);
}

// --- Keeping

/** @param {string} name
 * @param {URL} url
 * @param {Response} answer
 * @param {number} [most] */
export async function keepPage(name, url, answer, most) {
  const text = await answer.text();
  await keepFiles(text);
  const cache = await caches.open(name);
  await cache.put(url.href.split("#")[0], datePage(text, answer.headers));
  if (most) await trimCache(cache, most);
}

/** The same page, and when it was seen.
 * @param {string} text
 * @param {Headers} given */
export function datePage(text, given) {
  const headers = new Headers(given);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  const now = new Date().toISOString();
  headers.set("Tefuda-Seen", now);
  return new Response(text.replace('data-seen=""', `data-seen="${now}"`), { headers });
}

/** The files a page names. They come from the browser's own cache as a rule: it has just shown the page.
 * @param {string} text */
export async function keepFiles(text) {
  const cache = await caches.open(STATIC);
  const paths = new Set(Array.from(text.matchAll(/(?:href|src)="([^"#]+)/g), (found) => found[1]));
  for (const path of paths) {
    if (!path.startsWith(site.static)) continue;
    if (HASHED.test(path) && (await cache.match(path, LOOSELY))) continue;
    const answer = await fetch(path);
    if (answer.ok) await cache.put(path, answer);
  }
  await trimCache(cache, STATIC_MOST);
}

/** @param {Cache} cache
 * @param {number} most */
export async function trimCache(cache, most) {
  const keys = await cache.keys(); // oldest first
  for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key);
}
