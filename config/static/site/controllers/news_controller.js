// What is new while a page stays open: the header's counts (tables where it is one's turn, notifications), and the
// lobby's lists.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { all } from "../lib/elements.js";
import { setServerTime, showTimes } from "../lib/times.js";
import { ANSWER_MS } from "../lib/trouble.js";

const INTERVAL_MS = 20000;
const HIDDEN_INTERVAL_MS = 60000; // a tab in the background still counts in its title; browsers wake it no more often

class NewsController extends Controller {
  static values = { counts: String };

  /** @type {Record<string, string>} */
  etags = {}; // by address
  timer = 0;

  connect() {
    this.#fetchLater();
  }

  disconnect() {
    clearTimeout(this.timer);
  }

  /** The tab has come to the front, or has left it. */
  tabChanged() {
    if (document.hidden) this.#fetchLater();
    else this.fetch();
  }

  /** @param {PageTransitionEvent} event */
  pageShown({ persisted }) {
    if (persisted) this.fetch();
  }

  get #address() {
    return (!document.hidden && document.getElementById("lists")?.dataset.news) || this.countsValue;
  }

  #fetchLater() {
    clearTimeout(this.timer);
    if (this.#address) this.timer = setTimeout(() => this.fetch(), document.hidden ? HIDDEN_INTERVAL_MS : INTERVAL_MS);
  }

  async fetch() {
    clearTimeout(this.timer);
    const address = this.#address;
    if (!address) return;
    const etag = this.etags[address];
    try {
      const answer = await fetch(address, {
        headers: etag ? { "If-None-Match": etag } : {}, signal: AbortSignal.timeout(ANSWER_MS),
      });
      setServerTime(answer.headers.get("Date"));
      const reader = answer.headers.get("Tefuda-Reader");
      document.dispatchEvent(new CustomEvent("tefuda:reader", { detail: reader }));
      if (answer.status === 200) {
        this.etags = { [address]: answer.headers.get("ETag") || "" }; // what the other one shows may be old by now
        showNews(new DOMParser().parseFromString(await answer.text(), "text/html"));
      }
    } catch {
      // No connection: asked again later.
    }
    this.#fetchLater();
  }
}

/** @param {Document} page */
function showNews(page) {
  for (const shown of all("#turns, #bell, #lists")) {
    const fresh = page.getElementById(shown.id);
    if (!fresh || fresh.isEqualNode(shown)) continue;
    const focused = shown.contains(document.activeElement) ? document.activeElement : null;
    shown.replaceWith(fresh);
    if (focused) focusSame(fresh, focused.getAttribute("href"));
  }
  showTimes();
}

/** Whoever was on a line stays on it, or, where it is gone, at the lists.
 * @param {HTMLElement} fresh
 * @param {string | null} href */
function focusSame(fresh, href) {
  const links = fresh.matches("a[href]") ? [fresh] : all("a[href]", fresh);
  const same = links.find((link) => link.getAttribute("href") === href);
  if (!same) fresh.tabIndex = -1;
  (same || fresh).focus({ preventScroll: true });
}

application.register("news", NewsController);
