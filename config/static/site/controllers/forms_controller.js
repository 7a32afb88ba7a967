// One click, one request: a form that has been sent is held until there is an answer. Says what went wrong.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { markSent } from "../lib/forms.js";
import { describeTrouble, toast, words } from "../lib/messages.js";
import { ANSWER_MS, describeFailure, isAway } from "../lib/trouble.js";

class FormsController extends Controller {
  /** Buttons are disabled only after the browser has read them.
   * @param {SubmitEvent} event */
  submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.hasAttribute("hx-post")) return;
    if (form.hasAttribute("data-sent")) return event.preventDefault();
    form.setAttribute("data-sent", "");
    setTimeout(() => markSent(form, true));
  }

  /** A page taken from the back-forward cache still holds its buttons.
   * @param {PageTransitionEvent} event */
  release(event) {
    if (!event.persisted) return;
    for (const form of document.querySelectorAll("form[data-sent]")) markSent(/** @type {HTMLFormElement} */ (form), false);
  }

  /** @param {CustomEvent<HtmxDetail>} event */
  sendOnce(event) {
    if (event.detail.elt.matches("form[data-sent]")) event.preventDefault();
  }

  /** @param {CustomEvent<HtmxDetail>} event */
  hold({ detail: { elt } }) {
    if (elt.matches("form")) markSent(elt, true);
  }

  /** @param {CustomEvent<HtmxDetail>} event */
  answered({ detail: { elt } }) {
    if (elt.matches("form") && elt.isConnected) markSent(elt, false);
  }

  /** @param {CustomEvent<HtmxDetail>} event */
  refused({ detail: { xhr, boosted, pathInfo } }) {
    if (boosted) return location.assign(pathInfo.requestPath);
    const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
    const sentence = page.querySelector("[data-error]")?.textContent;
    const failure = { status: xhr.status, retry: xhr.getResponseHeader("Retry-After") };
    toast(sentence?.trim() || (isAway(xhr.status) ? describeTrouble(describeFailure(failure)) : words.failed));
  }

  /** A move waits, which pwa/outbox says.
   * @param {CustomEvent<HtmxDetail>} event */
  unsent({ type, detail: { elt } }) {
    if (elt.matches("form:not(#move)")) toast(describeTrouble(describeFailure({ afterMs: type === "htmx:timeout" ? ANSWER_MS : 0 })));
  }
}

application.register("forms", FormsController);
