// Putting pages where they are found without a connection. Pages and the service worker share it.
//
// tefuda-shell-<version>      the page for want of a page, and all rules, as anybody sees them
// tefuda-static               files of ours whose names hold a hash of what is in them: good for any version
// tefuda-pages-1-<person>     pages as last seen, the oldest making room
// tefuda-replays-1-<person>   replays that were asked to be kept
// tefuda-pieces-1-<person>    what replays have fetched step by step, the oldest making room
// tefuda-kept-<name>          what a page of ours has put there by itself, asked to (practice)
"use strict";

const STATIC = "tefuda-static";
const STATIC_MOST = 500;
const HASHED = /\.[0-9a-f]{12}\.\w+$/;
const LOOSELY = { ignoreVary: true };
const STATICS = self.document ? document.body.dataset.static : SITE.static;
const cacheName = (kind, person) => `tefuda-${kind}-1-${person}`;

// --- Addresses as the site gives them, with gaps (games/tables/url_templates.py): "/replays/{id}/positions/{n}/"

const GAPS = { id: "[a-z0-9]{12}", slug: "[a-z0-9-]+", key: "[0-9a-f]{16}", n: "[0-9]+" };

// What such an address looks like; what stands in its gaps are the groups.
function addressLike(gapped) {
  const parts = gapped.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? `(?<${part}>${GAPS[part]})` : plainly(part)));
  return new RegExp(`^${parts.join("")}$`);
}

const plainly = (text) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");

// --- Keeping

async function pageKept(name, url, answer, most) {
  const text = await answer.text();
  await staticKept(text);
  const cache = await caches.open(name);
  await cache.put(url.href.split("#")[0], dated(text, answer.headers));
  if (most) await trimmed(cache, most);
}

// The same page, and when it was seen.
function dated(text, given) {
  const headers = new Headers(given);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  const now = new Date().toISOString();
  headers.set("Tefuda-Seen", now);
  return new Response(text.replace('data-seen=""', `data-seen="${now}"`), { headers });
}

// The files a page names. They come from the browser's own cache as a rule: it has just shown the page.
async function staticKept(text) {
  const cache = await caches.open(STATIC);
  const named = new Set(Array.from(text.matchAll(/(?:href|src)="([^"#]+)/g), (match) => match[1]));
  for (const path of named) {
    if (!path.startsWith(STATICS)) continue;
    if (HASHED.test(path) && (await cache.match(path, LOOSELY))) continue;
    const answer = await fetch(path);
    if (answer.ok) await cache.put(path, answer);
  }
  await trimmed(cache, STATIC_MOST);
}

async function trimmed(cache, most) {
  const keys = await cache.keys(); // oldest first
  for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key);
}
