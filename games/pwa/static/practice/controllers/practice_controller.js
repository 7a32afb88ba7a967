// The page of practice: which of its parts is shown, and what leads from one to another.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { markSent } from "../../site/lib/forms.js";
import { readText } from "../../site/lib/record_file.js";
import { openPython, TablesUnavailable } from "../lib/python.js";

/** @typedef {import("../lib/saved_matches.js").Match} Match */

const MOST_BYTES = 16_000_000; // games/replays/imports/parser.py

class PracticeController extends Controller {
  static targets = ["view", "games", "starting", "unstarted", "unavailable", "unreadable", "record", "unrecorded"];
  static outlets = ["practice-match", "practice-replay", "saved-matches"];

  /** @param {"practice" | "table" | "look"} id */
  #show(id) {
    for (const view of this.viewTargets) view.hidden = view.id !== id;
    scrollTo(0, 0);
  }

  async home() {
    this.practiceMatchOutlet.leave();
    this.#show("practice");
    await this.savedMatchesOutlet.show();
  }

  /** The worker starts while a game is being chosen; from then on nothing is fetched any more. If it can't, that is said
   * when a game is begun. */
  ready() {
    this.#setPlayable(true);
    openPython().catch(() => {});
  }

  dropped() {
    this.#setPlayable(false);
  }

  /** @param {boolean} isPlayable */
  #setPlayable(isPlayable) {
    this.gamesTarget.hidden = this.recordTarget.hidden = !isPlayable;
    this.savedMatchesOutlet.playableValue = isPlayable;
  }

  /** The worker gave up. What was decided is kept, and can be gone on with.
   * @param {CustomEvent<unknown>} event */
  broken({ detail }) {
    return this.#giveUp(detail);
  }

  /** @param {unknown} problem */
  async #giveUp(problem) {
    console.warn(problem);
    await this.home();
    (problem instanceof TablesUnavailable ? this.unavailableTarget : this.unstartedTarget).hidden = false;
  }

  /** Whatever needs the worker: it is said that it starts, and if it could not.
   * @param {() => Promise<unknown>} work */
  async #start(work) {
    this.unstartedTarget.hidden = this.unavailableTarget.hidden = this.unreadableTarget.hidden = true;
    this.startingTarget.hidden = false;
    try {
      await openPython();
      await work();
    } catch (problem) {
      await this.#giveUp(problem);
    } finally {
      this.startingTarget.hidden = true;
    }
  }

  /** @param {Event & {params: {game: string, name: string}}} event */
  async begin(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.hasAttribute("data-sent")) return;
    event.preventDefault();
    const fields = new FormData(form);
    const { game, name } = event.params; // another's, once this event is another's
    const setup = { title: game, seats: Number(fields.get("seats")), level: String(fields.get("level")) };
    await this.#start(() => this.practiceMatchOutlet.begin(setup, name));
    setTimeout(() => markSent(form, false));
  }

  /** @param {CustomEvent<{match: Match, isWatched: boolean}>} event */
  open({ detail: { match, isWatched } }) {
    return this.#start(async () => {
      try {
        await (isWatched ? this.#watch(match) : this.practiceMatchOutlet.resume(match));
      } catch (problem) {
        if (problem instanceof TablesUnavailable) throw problem;
        this.unreadableTarget.hidden = false;
      }
    });
  }

  /** A record from a file is read and drawn here; the site never gets it.
   * @param {Event} event */
  openFile({ currentTarget }) {
    const field = /** @type {HTMLInputElement} */ (currentTarget);
    const file = field.files?.[0];
    this.unrecordedTarget.hidden = true;
    if (!file) return undefined;
    return this.#start(async () => {
      try {
        if (file.size > MOST_BYTES) throw new Error("too large");
        await this.practiceReplayOutlet.beginRecord(await readText(file));
      } catch {
        this.unrecordedTarget.hidden = false;
      }
      field.value = ""; // the same one may be chosen again
    });
  }

  lookBack() {
    return this.#watch(this.practiceMatchOutlet.match);
  }

  /** @param {Match} match */
  async #watch(match) {
    await this.practiceReplayOutlet.begin(match);
    this.practiceMatchOutlet.leave();
  }

  showMatch() {
    this.#show("table");
  }

  showReplay() {
    this.#show("look");
  }
}

application.register("practice", PracticeController);
