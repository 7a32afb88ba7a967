// The chat beside a table, or on its own page. Told by the table's stream that somebody has said something, it fetches what
// is new; on its own page, and where nothing tells, it asks now and then. The form is never touched.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { byId } from "../lib/elements.js";
import { recall, remember } from "../lib/storage.js";
import { showTimes } from "../lib/times.js";
import { ANSWER_MS } from "../lib/trouble.js";

const POLL_MS = 20000;
const POLL_BEHIND_MS = 1000;
const SEEN = "tefuda.chat"; // the newest number that was looked at, by table and room

const getLines = () => document.getElementById("chat-lines");

class ChatController extends Controller {
  static values = { page: String, news: String };

  /** @type {Record<string, number>} */
  told = {}; // by room, the number the stream has told
  timer = 0;
  isFetching = false;

  connect() {
    if (location.hash === "#chat") this.open();
    if (getLines()) this.#noteSeen();
    this.#fetchLater();
  }

  disconnect() {
    clearTimeout(this.timer);
  }

  get isOpen() {
    return !(this.element instanceof HTMLDetailsElement) || this.element.open;
  }

  open() {
    if (this.element instanceof HTMLDetailsElement) this.element.open = true;
  }

  /** The address leads there.
   * @param {MouseEvent} event */
  linkClicked({ target }) {
    if (target instanceof Element && target.closest("#chat-link")) this.open();
  }

  toggled() {
    this.#showMark();
    this.fetch();
  }

  tabChanged() {
    if (document.hidden) clearTimeout(this.timer);
    else this.fetch();
  }

  /** @param {CustomEvent<{room: string, number: number}>} event */
  spoken({ detail: { room, number } }) {
    this.told[room] = number;
    this.#showMark();
    if ((this.#seen[room] || 0) < number) this.fetch();
  }

  /** What is refused comes with its sentence, whatever its status.
   * @param {CustomEvent<HtmxDetail>} event */
  beforeSwap(event) {
    if (event.detail.target.id !== "chat-panel") return;
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  }

  afterSwap() {
    showTimes();
    this.#noteSeen();
  }

  /** Whether one may write freely goes with the match. What is half written stays; it would be refused with a sentence. */
  followTable() {
    const lines = getLines();
    const typed = /** @type {HTMLInputElement | null} */ (document.getElementById("chat-text"))?.value;
    const isSame = byId("zone").dataset.quick === byId("chat-panel").dataset.quick;
    if (isSame || !lines || !this.isOpen || typed) return;
    lines.id = ""; // then all of it is fetched
    this.fetch();
  }

  async fetch() {
    clearTimeout(this.timer);
    if (document.hidden || !this.isOpen || this.isFetching) return;
    this.isFetching = true;
    const lines = getLines();
    try {
      const address = lines ? `${this.newsValue}?mark=${lines.dataset.mark}` : this.pageValue;
      const answer = await fetch(address, {
        headers: lines ? {} : { "HX-Request": "true" }, signal: AbortSignal.timeout(ANSWER_MS),
      });
      const isNewest = lines === getLines(); // else the own line's answer was quicker, and holds it all
      if (answer.status === 200 && isNewest) this.#show(new DOMParser().parseFromString(await answer.text(), "text/html"), lines);
    } catch {
      // No connection: asked again later.
    }
    this.isFetching = false;
    this.#fetchLater();
  }

  #fetchLater() {
    clearTimeout(this.timer);
    if (this.isOpen && !document.hidden) this.timer = setTimeout(() => this.fetch(), this.#hasNews ? POLL_BEHIND_MS : POLL_MS);
  }

  /** @param {Document} page
   * @param {HTMLElement | null} lines */
  #show(page, lines) {
    const fresh = page.getElementById(lines ? "chat-lines" : "chat-panel");
    if (!fresh) return;
    if (!lines) {
      byId("chat-panel").replaceWith(fresh);
      htmx.process(fresh);
    } else {
      if (fresh.dataset.whole !== undefined) lines.replaceChildren(...fresh.children);
      else {
        lines.querySelector(".chat__none")?.remove();
        lines.append(...Array.from(fresh.children).filter((line) => !document.getElementById(line.id)));
      }
      lines.dataset.mark = fresh.dataset.mark;
    }
    this.afterSwap();
  }

  // --- What is new until it is looked at

  /** @returns {Record<string, number>} */
  get #seen() {
    return readSeen()[this.pageValue] || {};
  }

  get #hasNews() {
    return Object.entries(this.told).some(([room, number]) => number > (this.#seen[room] || 0));
  }

  /** What a mark says: "players.12.13_spectators.0.0", by room the lines and the number. */
  #noteSeen() {
    const rooms = (getLines()?.dataset.mark || "").split("_").map((part) => part.split("."));
    const numbers = Object.fromEntries(rooms.filter((part) => part.length === 3).map(([room, , number]) => [room, Number(number)]));
    remember(SEEN, JSON.stringify({ ...readSeen(), [this.pageValue]: numbers }), "sessionStorage");
    this.#showMark();
  }

  #showMark() {
    const mark = /** @type {HTMLElement | null} */ (document.querySelector("#chat-link .chat-link__news"));
    if (mark) mark.hidden = this.isOpen || !this.#hasNews;
  }
}

/** @returns {Record<string, Record<string, number>>} */
const readSeen = () => JSON.parse(recall(SEEN, "sessionStorage") || "{}");

application.register("chat", ChatController);
