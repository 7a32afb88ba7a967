// The practice matches that are kept: listed, deleted, and gone on with or watched (`saved-matches:open`).
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { getSession } from "../../pwa/lib/session.js";
import { one } from "../../site/lib/elements.js";
import { toast, words } from "../../site/lib/messages.js";
import { makeMoment } from "../../site/lib/times.js";
import { deleteMatch, getMatch, listMatches } from "../lib/saved_matches.js";

/** @typedef {import("../lib/saved_matches.js").Match} Match */

class SavedMatchesController extends Controller {
  static targets = ["list", "line", "none", "unkept", "full"];
  static values = { imports: String, playable: Boolean }; // for whoever is logged in; once the download is there

  connect() {
    this.show();
  }

  playableValueChanged() {
    this.show();
  }

  async show() {
    try {
      const matches = await listMatches();
      this.listTarget.replaceChildren(...matches.map((match) => this.#makeLine(match)));
      this.noneTarget.hidden = matches.length > 0;
    } catch {
      this.unkeptTarget.hidden = false;
      this.noneTarget.hidden = true;
    }
  }

  showFull() {
    this.fullTarget.hidden = false;
  }

  /** @param {Match} match */
  #makeLine({ id, name, at, record: { outcome } }) {
    const line = this.lineTarget.content.cloneNode(true);
    const result = one("[data-outcome]", line);
    one(".practice-line__name", line).textContent = name;
    one("[data-at]", line).append(makeMoment(at));
    result.textContent = outcome || result.dataset.unfinished || "";
    one(`[data-act=${outcome ? "continue" : "watch"}]`, line).remove();
    if (!outcome || !this.importsValue) one("[data-act=keep]", line).remove();
    one("[data-act]", line).toggleAttribute("disabled", !this.playableValue);
    for (const button of line.querySelectorAll("button")) button.dataset.savedMatchesIdParam = id;
    return line;
  }

  /** @param {Event & {params: {id: string}}} event */
  async open({ currentTarget, params: { id } }) {
    const { act } = /** @type {HTMLElement} */ (currentTarget).dataset;
    this.dispatch("open", { detail: { match: await getMatch(id), isWatched: act === "watch" } });
  }

  /** The site plays it once more, and has it among the imported matches.
   * @param {Event & {params: {id: string}}} event */
  async keep({ params: { id } }) {
    const session = await getSession().catch(() => null);
    if (!session?.person) return toast(words.needsconnection);
    const { at, record } = await getMatch(id);
    const form = Object.assign(document.createElement("form"), { method: "post", action: this.importsValue, hidden: true });
    const fields = { csrfmiddlewaretoken: session.token, practice: JSON.stringify(record), at: String(at) };
    for (const [name, value] of Object.entries(fields)) {
      form.append(Object.assign(document.createElement("input"), { name, value }));
    }
    document.body.append(form);
    form.submit();
  }

  /** The first press only asks.
   * @param {Event & {params: {id: string, sure: string}}} event */
  async delete({ currentTarget, params: { id, sure } }) {
    const button = /** @type {HTMLElement} */ (currentTarget);
    if (button.textContent !== sure) {
      const label = button.textContent;
      button.textContent = sure;
      button.addEventListener("blur", () => (button.textContent = label), { once: true });
      return;
    }
    await deleteMatch(id);
    await this.show();
  }
}

application.register("saved-matches", SavedMatchesController);
