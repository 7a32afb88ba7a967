// A practice match: the person's decisions go to the worker, the bots' follow after a moment, and each is kept at once.
import { Controller } from "../../vendor/stimulus.js";
import { announce } from "../../site/lib/announcer.js";
import { application } from "../../site/lib/application.js";
import { byId } from "../../site/lib/elements.js";
import { markSent } from "../../site/lib/forms.js";
import { untilReleased } from "../../site/lib/pressing.js";
import { focusTurn, refindFocus } from "../../site/lib/table.js";
import { changeBoard, clearBoard, makeDrawing, showBoard } from "../lib/board.js";
import { askPython, loadStrongTables, TablesUnavailable } from "../lib/python.js";
import { saveMatch } from "../lib/saved_matches.js";

/** @typedef {import("../lib/saved_matches.js").Match} Match */
/** What the worker says: the board, and how the match stands (games/practice/worker_api.py).
 * @typedef {import("../lib/board.js").Drawn & {asked: number | null, seq: number, bots: boolean, over: boolean, help: string,
 *   keys: string, record: import("../lib/saved_matches.js").PracticeRecord, refusal?: string}} News */

const BOT_MS = 700;
const STRONG = "strong";

class PracticeMatchController extends Controller {
  static targets = ["name", "help", "keys"];

  /** What the worker said last.
   * @type {News | null} */
  news = null;
  /** What is kept of it.
   * @type {Match | null} */
  match = null;
  /** One thing after the other.
   * @type {Promise<unknown>} */
  queue = Promise.resolve();
  isHurried = false;
  timer = 0;

  /** @param {{title: string, seats: number, level: string}} setup
   * @param {string} name */
  async begin(setup, name) {
    if (setup.level === STRONG) await loadStrongTables(setup.title);
    const news = await askPython("start", setup);
    const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    this.#enter({ id, at: Date.now(), name, record: news.record }, news);
  }

  again() {
    if (!this.match) return undefined;
    const { title, seats, level } = this.match.record;
    return this.begin({ title, seats, level }, this.match.name);
  }

  /** @param {Match} match */
  async resume(match) {
    if (match.record.level === STRONG) await loadStrongTables(match.record.title);
    this.#enter(match, await askPython("resume", { record: match.record }));
  }

  /** @param {Match} match
   * @param {News} news */
  #enter(match, news) {
    this.leave();
    this.match = match;
    clearBoard();
    byId("play").dataset.table = match.id;
    this.nameTarget.textContent = match.name;
    this.helpTarget.replaceChildren(makeDrawing(news.help));
    this.keysTarget.replaceChildren(makeDrawing(news.keys));
    this.dispatch("entered", { detail: { title: match.record.title } });
    this.#show(news);
    this.nameTarget.focus({ preventScroll: true });
  }

  leave() {
    clearTimeout(this.timer);
    this.match = this.news = null;
    this.isHurried = false;
  }

  /** @param {News} news */
  #show(news) {
    this.news = news;
    this.isHurried &&= news.asked === null;
    showBoard(news);
    const match = /** @type {Match} */ (this.match);
    match.record = news.record;
    saveMatch(match).catch(() => this.dispatch("full"));
    if (!news.over) this.#playBotSoon(this.isHurried ? 0 : BOT_MS);
  }

  /** @param {number} wait */
  #playBotSoon(wait) {
    clearTimeout(this.timer);
    if (this.news?.bots) this.timer = setTimeout(() => this.#playBot(), wait);
  }

  #playBot() {
    return this.#ask("play_bot", {});
  }

  /** What was asked of a match that has been left meanwhile comes to nothing.
   * @param {string} name
   * @param {object} about */
  #ask(name, about) {
    const match = this.match;
    const turn = async () => {
      if (this.match !== match || !this.news) return;
      const { asked, seq } = this.news;
      const news = await askPython(name, { ...about, asked, seen: seq });
      await untilReleased();
      if (this.match === match) this.#answered(news);
    };
    this.queue = this.queue.then(turn).catch((problem) => this.dispatch("broken", { detail: problem }));
    return this.queue;
  }

  /** @param {News} news */
  #answered(news) {
    clearTimeout(this.timer);
    if (news.refusal === undefined) return this.#show(news);
    byId("refusal").replaceChildren(makeDrawing(news.refusal));
    announce("");
    this.#playBotSoon(BOT_MS);
  }

  /** The button that was pressed is part of the form, as when a browser sends one.
   * @param {SubmitEvent} event */
  async submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.id !== "move" || form.hasAttribute("data-sent")) return;
    event.preventDefault();
    const fields = Array.from(new FormData(form, event.submitter), ([name, text]) => [name, String(text)]);
    await this.#ask("submit_move", { form: fields });
    if (!form.isConnected) return;
    markSent(form, false);
    changeBoard(() => {}); // its buttons count anew what is marked
    refindFocus();
  }

  /** Beside the hand, if the question is still the same then. */
  hint() {
    const place = byId("hint");
    const text = document.createElement("p");
    text.className = "note";
    text.setAttribute("role", "status");
    text.textContent = place.dataset.thinking || "";
    place.replaceChildren(text);
    const title = this.match?.record.title ?? "";
    const turn = async () => {
      await loadStrongTables(title);
      const { html } = await askPython("hint", {});
      if (place.isConnected) place.replaceChildren(makeDrawing(html));
    };
    this.queue = this.queue.then(turn).catch((problem) => {
      if (problem instanceof TablesUnavailable) text.textContent = place.dataset.unavailable || "";
      else this.dispatch("broken", { detail: problem });
    });
    return this.queue;
  }

  takeBack() {
    return this.#ask("take_back", {});
  }

  hurry() {
    focusTurn();
    this.isHurried = true;
    clearTimeout(this.timer);
    this.#playBot();
  }
}

application.register("practice-match", PracticeMatchController);
