// What is new while a page stays open: at how many tables it is one's turn, and the lobby's lists. No page needs it.
"use strict";

const NEWS_EVERY = 20000;
const HIDDEN_EVERY = 60000; // a tab in the background still counts in its title; browsers wake it no more often
const lists = () => document.getElementById("lists");
const turns = () => document.getElementById("turns");
const turnsAddress = () => document.body.dataset.news;
const newsAddress = () => (!document.hidden && lists()?.dataset.news) || turnsAddress();

let newsTags = {}; // by address
let newsTimer = 0;

async function newsFetched() {
  clearTimeout(newsTimer);
  const address = newsAddress();
  if (!address) return;
  try {
    const tag = newsTags[address];
    const answer = await fetch(address, { headers: tag ? { "If-None-Match": tag } : {} });
    clockSet(answer.headers.get("Date"));
    readerHeard(answer.headers.get("Tefuda-Reader"));
    if (answer.status === 200) {
      newsTags = { [address]: answer.headers.get("ETag") || "" }; // what the other one shows may be old by now
      newsShown(new DOMParser().parseFromString(await answer.text(), "text/html"));
    }
  } catch {
    // No connection: asked again later.
  }
  newsLater();
}

function newsLater() {
  clearTimeout(newsTimer);
  if (!newsAddress()) return;
  newsTimer = setTimeout(newsFetched, document.hidden ? HIDDEN_EVERY : NEWS_EVERY);
}

function newsShown(page) {
  for (const shown of [turns(), lists()]) {
    const fresh = shown && page.getElementById(shown.id);
    if (!fresh) continue;
    const at = shown.contains(document.activeElement) && document.activeElement.getAttribute("href");
    shown.replaceWith(fresh);
    if (at !== false) refocused(fresh, at);
  }
  timesShown();
}

// Whoever was on a line stays on it, or, where it is gone, at the lists.
function refocused(fresh, href) {
  const same = Array.from(fresh.querySelectorAll("a[href]")).find((link) => link.getAttribute("href") === href);
  if (!same) fresh.tabIndex = -1;
  (same || fresh).focus({ preventScroll: true });
}

document.addEventListener("visibilitychange", () => (document.hidden ? newsLater() : newsFetched()));
addEventListener("pageshow", (event) => event.persisted && newsFetched());
newsLater();

// --- "(3)" before the page's own title, whoever changes title or badge.

function titleMarked() {
  const count = Number(turns()?.dataset.turns || 0);
  const plain = document.title.replace(/^\(\d+\) /, "");
  const marked = count ? `(${count}) ${plain}` : plain;
  if (document.title !== marked) document.title = marked;
}

const marking = new MutationObserver(titleMarked);
marking.observe(document.querySelector("title"), { childList: true });
marking.observe(document.querySelector(".nav"), { childList: true, subtree: true });
