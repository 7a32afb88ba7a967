// What practising takes, on this device: fetched with its progress shown, kept in a Cache Storage of its own, where the
// service worker finds it without a connection. Without HTTPS there is no such thing: then it is only fetched.
"use strict";

const plan = JSON.parse(document.getElementById("plan").textContent);

const keeping = {
  NAMED: "tefuda-kept-practice-",
  can: "caches" in window,

  async older() {
    const names = keeping.can ? await caches.keys() : [];
    return names.filter((name) => name.startsWith(keeping.NAMED) && name !== plan.cache);
  },

  // The files of the plan that no cache has yet. An address names its content, so one of an older version is as good.
  async missing() {
    if (!keeping.can) return plan.files;
    const found = await Promise.all(plan.files.map(({ url }) => caches.match(url)));
    return plan.files.filter((_, at) => !found[at]);
  },

  async isWhole() {
    if (!keeping.can || !(await caches.has(plan.cache))) return false;
    const cache = await caches.open(plan.cache);
    const found = await Promise.all([plan.page, ...plan.files.map(({ url }) => url)].map((url) => cache.match(url)));
    return found.every(Boolean);
  },

  // Everything that is not there yet; `progress` is told how much of it has come, from 0 to 1.
  async fetchAll(progress) {
    const missing = new Set((await keeping.missing()).map(({ url }) => url));
    const cache = keeping.can ? await caches.open(plan.cache) : null;
    const whole = plan.files.filter(({ url }) => missing.has(url)).reduce((sum, { size }) => sum + size, 0);
    let come = 0;
    for (const { url } of plan.files) {
      const answer = missing.has(url) ? await keeping.fetched(url, (bytes) => progress((come += bytes) / whole)) : await caches.match(url);
      if (cache) await cache.put(url, answer);
    }
    if (!cache) return;
    await keeping.pageKept();
    for (const name of await keeping.older()) await caches.delete(name);
  },

  // The whole answer, read bit by bit. Only what a script or a module goes by is kept of its headers.
  async fetched(url, come) {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${answer.status} ${url}`);
    const parts = [];
    for (const reader = answer.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      come(value.length);
    }
    return keeping.copy(answer, new Blob(parts));
  },

  copy(answer, body) {
    const headers = new Headers();
    for (const name of ["Content-Type", "Content-Security-Policy"]) {
      if (answer.headers.has(name)) headers.set(name, answer.headers.get(name));
    }
    return new Response(body, { headers });
  },

  // The page as nobody in particular sees it, and all that it names. Anew with each visit, as it has no version.
  async pageKept() {
    const cache = await caches.open(plan.cache);
    const headers = { "Accept-Language": document.documentElement.lang };
    const page = await fetch(`${plan.page}?kept=1`, { credentials: "omit", headers });
    if (!page.ok) throw new Error(`${page.status} ${plan.page}`);
    await Promise.all(keeping.parts().map((url) => cache.match(url).then((found) => found || keeping.partKept(cache, url))));
    await cache.put(plan.page, keeping.copy(page, await page.blob()));
  },

  async partKept(cache, url) {
    const answer = await fetch(url);
    if (answer.ok) await cache.put(url, keeping.copy(answer, await answer.blob()));
  },

  parts() {
    const named = document.querySelectorAll("link[rel=stylesheet], link[rel=icon], script[src], use[href]");
    const urls = Array.from(named, (node) => node.getAttribute("href") || node.getAttribute("src"));
    return [...new Set([...urls, ...Object.values(plan.pictures)].map((url) => url.split("#")[0]).filter(Boolean))];
  },

  async drop() {
    for (const name of await caches.keys()) if (name.startsWith(keeping.NAMED)) await caches.delete(name);
  },
};
