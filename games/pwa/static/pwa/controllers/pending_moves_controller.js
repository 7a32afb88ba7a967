// A table's moves and plans that wait for a connection or were refused: kept where the site doesn't answer, shown in the
// hand, withdrawn.
import { Controller } from "../../vendor/stimulus.js";
import { spokenText } from "../../site/lib/announcer.js";
import { application } from "../../site/lib/application.js";
import { byId, eventElement, one } from "../../site/lib/elements.js";
import { markSent } from "../../site/lib/forms.js";
import { describeTrouble, toast, words } from "../../site/lib/messages.js";
import { getHand, getMoveForm, refreshTable } from "../../site/lib/table.js";
import { describeFailure, isAway } from "../../site/lib/trouble.js";
import { hearNews, isMoveOf, listMoves } from "../lib/database.js";
import { getTrouble, noteTrouble } from "../lib/outbox.js";
import { me } from "../lib/page.js";
import { keepMove, listFields, withdrawMove } from "../lib/pending.js";
import { getSession } from "../lib/session.js";

/** @typedef {import("../lib/database.js").Move} Move */

const MOVE_MS = 4000; // then it is kept, and sent once more with its key; whatever comes of the first time

class PendingMovesController extends Controller {
  table = this.element.dataset.table || "";

  connect() {
    this.channel = hearNews(({ table, what }) => {
      if (table === this.table && (what === "sent" || what === "refused")) refreshTable();
      if (what) this.show();
    });
    this.show();
  }

  disconnect() {
    this.channel?.close();
  }

  // --- A move

  /** @param {CustomEvent<HtmxDetail>} event */
  configRequest({ detail }) {
    if (detail.elt.id === "move") detail.timeout = MOVE_MS;
  }

  /** @param {CustomEvent<HtmxDetail>} event */
  async failed({ type, detail: { elt, requestConfig, xhr } }) {
    const { status } = xhr;
    if (elt.id !== "move" || (status && !isAway(status))) return;
    const retry = xhr.getResponseHeader("Retry-After");
    const trouble = describeFailure({ status, retry, afterMs: type === "htmx:timeout" ? MOVE_MS : 0 });
    await noteTrouble(trouble, retry).catch(() => {}); // a browser that keeps nothing
    const fields = listFields(requestConfig.formData);
    const { asked } = Object.fromEntries(fields);
    const says = describeMove(elt, requestConfig.triggeringEvent?.submitter);
    await this.#keep({ address: elt.getAttribute("action") || "", asked, fields, says }, trouble);
  }

  /** @param {Omit<Parameters<typeof keepMove>[0], "table">} move
   * @param {import("../lib/pending.js").Trouble} trouble */
  async #keep(move, trouble) {
    if (await keepMove({ table: this.table, ...move }, trouble)) getHand().focus({ preventScroll: true });
  }

  // --- A plan: where the site answers, its form is sent as plainly as ever

  /** @param {SubmitEvent} event */
  submitted(event) {
    const form = /** @type {HTMLFormElement | null} */ (eventElement(event, "#plan form"));
    if (!form || form.hasAttribute("data-sent")) return;
    event.preventDefault();
    this.#sendPlan(form).catch(() => form.submit());
  }

  /** @param {HTMLFormElement} form */
  async #sendPlan(form) {
    if (await getSession().catch(() => null)) return form.submit();
    const plan = valueOf(form, "type");
    const fields = listFields(new FormData(form));
    await this.#keep({ address: form.getAttribute("action") || "", plan, fields, says: describePlan(form) }, describeFailure());
    markSent(form, false);
  }

  // --- Shown: while its question is the same; a refused one until it has been read

  async show() {
    try {
      const moves = me ? (await listMoves(me)).filter(isMoveOf(me, this.table)) : [];
      const trouble = await getTrouble();
      byId("waiting").replaceChildren(...moves.map((move) => describePending(move, trouble)));
      if (moves.length) getHand().hidden = false; // which it is once the match is over
      const waiting = moves.filter((move) => !move.refused);
      const form = getMoveForm();
      if (form) markWaiting(form, waiting.some((move) => move.asked === valueOf(form, "asked")));
      for (const plan of document.querySelectorAll("#plan form")) markPlan(/** @type {HTMLFormElement} */ (plan), waiting);
    } catch {} // a browser that keeps nothing
  }
}

/** @param {HTMLFormElement} form
 * @param {string} name */
const valueOf = (form, name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value;

/** What waits is withdrawn before it is chosen anew.
 * @param {HTMLFormElement} form
 * @param {boolean} isWaiting */
function markWaiting(form, isWaiting) {
  form.inert = isWaiting;
  form.classList.toggle("is-waiting", isWaiting);
}

/** @param {HTMLFormElement} form
 * @param {Move[]} waiting */
function markPlan(form, waiting) {
  const [type, address] = [valueOf(form, "type"), form.getAttribute("action")];
  markWaiting(form, waiting.some((move) => move.plan === type && move.address === address));
}

/** @param {Move} move
 * @param {import("../lib/pending.js").Trouble} trouble */
function describePending(move, trouble) {
  const name = !move.refused ? "move-waits" : move.plan ? "plan-refused" : "move-refused";
  const note = /** @type {HTMLElement} */ (/** @type {HTMLTemplateElement} */ (byId(name)).content.cloneNode(true));
  one("[data-move]", note).textContent = move.says;
  if (move.refused) one("[data-reason]", note).textContent = move.refused;
  else {
    one("[data-trouble]", note).textContent = describeTrouble(trouble);
    one("[data-without-worker]", note).hidden = Boolean(navigator.serviceWorker);
  }
  one("button", note).addEventListener("click", () => withdrawMove(move).catch(() => toast(words.failed)));
  return note;
}

/** @param {HTMLElement} form
 * @param {HTMLElement | null} [button] */
function describeMove(form, button) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const boxes = form.querySelectorAll("input:checked, input[type=number]");
  const labels = Array.from(boxes, ({ type, value, labels }) => (type === "number" ? value : labels?.[0] && spokenText(labels[0])));
  return [button && spokenText(button), ...labels].filter(Boolean).join(" ");
}

/** A chip's words; the sentence as it was filled in, or the filed plan's, and its button.
 * @param {HTMLFormElement} form */
function describePlan(form) {
  if (form.matches(".plan__chip")) return spokenText(one("button", form));
  const copy = /** @type {HTMLElement} */ (one("p, .plan__rows", form).cloneNode(true));
  for (const part of copy.querySelectorAll("[name]")) {
    const field = form.elements.namedItem(/** @type {HTMLInputElement} */ (part).name);
    if (field instanceof HTMLSelectElement) part.replaceWith(field.selectedOptions[0].text);
    else if (field instanceof HTMLInputElement) part.replaceWith(field.type === "hidden" ? "" : field.value);
  }
  copy.querySelectorAll(".note").forEach((note) => note.remove());
  return `${spokenText(one("button", form))} – ${spokenText(copy)}`;
}

application.register("pending-moves", PendingMovesController);
