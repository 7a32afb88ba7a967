// What stands around a position of a replay goes with it: fetched anew a moment after the last step, unless somebody is
// writing there.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { all, eventElement } from "../../site/lib/elements.js";
import { hasWriting } from "../../site/lib/forms.js";
import { showTimes } from "../../site/lib/times.js";
import { positionShown } from "../lib/positions.js";

const FETCH_MS = 400; // since the last step

class ReplaySidebarController extends Controller {
  static values = { address: String, n: Number, eyes: String };

  timer = 0;

  disconnect() {
    clearTimeout(this.timer);
  }

  fetchSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#fetch(), FETCH_MS);
  }

  async #fetch() {
    const [n, eyes] = [positionShown(), getEyes()];
    if (!n || hasWriting(this.element) || (n === this.nValue && this.eyesValue === String(eyes))) return;
    const query = new URLSearchParams(eyes);
    const linked = new URLSearchParams(location.search).get("hl"); // the language of the page, by its link
    if (linked) query.set("hl", linked);
    const answer = await fetch(`${this.addressValue.replace("{n}", n)}?${query}`).catch(() => null);
    if (!answer?.ok) return; // without a connection what is there stays
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById(this.element.id);
    if (!fresh || hasWriting(this.element)) return;
    keepFolds(this.element, fresh);
    keepChoices(this.element, fresh);
    fresh.dataset.replaySidebarEyesValue = String(eyes);
    this.element.replaceWith(document.adoptNode(fresh));
    showTimes();
  }

  /** What is copied or sent is where the reader is now, although the address beside may still be on its way.
   * @param {Event} event */
  setAddress(event) {
    if (!eventElement(event, "[data-copy-field-value=share]")) return;
    const query = getEyes();
    query.set("hl", document.documentElement.lang);
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById("share"));
    if (field) field.value = `${location.origin}${location.pathname}?${query}`;
  }

  /** A comment is about the position one looks at, and playing on begins there, whatever position the form was made for; a
   * note stays with the one that it was read at.
   * @param {Event} event */
  setPosition(event) {
    const form = /** @type {HTMLFormElement | null} */ (eventElement(event, "form[data-follows]"));
    const n = positionShown();
    if (form && n) form.action = (form.dataset.follows || "").replace("{n}", String(n));
  }

  /** @param {FormDataEvent} event */
  setEyes(event) {
    if (!eventElement(event, "#beside")) return;
    for (const name of ["seat", "open"]) event.formData.delete(name);
    for (const [name, value] of getEyes()) event.formData.set(name, value);
  }
}

function getEyes() {
  const { seat, open } = Object.fromEntries(new URLSearchParams(location.search));
  return new URLSearchParams(open ? { open } : seat ? { seat } : {});
}

/** @param {HTMLElement} old
 * @param {HTMLElement} fresh */
function keepFolds(old, fresh) {
  const folds = all("details", fresh);
  all("details", old).forEach((fold, at) => fold.hasAttribute("open") && folds[at]?.setAttribute("open", ""));
}

/** What somebody has chosen in the forms that are replaced stays chosen.
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh */
function keepChoices(old, fresh) {
  for (const radio of /** @type {HTMLInputElement[]} */ (all("[type=radio]:checked", old))) {
    const twin = /** @type {HTMLInputElement | null} */ (fresh.querySelector(`[name="${radio.name}"][value="${radio.value}"]`));
    if (twin && !radio.defaultChecked) twin.checked = true;
  }
  for (const select of /** @type {HTMLSelectElement[]} */ (all("select", old))) {
    const twin = /** @type {HTMLSelectElement | null} */ (fresh.querySelector(`#${select.id}`));
    if (twin && !select.selectedOptions[0].defaultSelected) twin.value = select.value;
  }
}

application.register("replay-sidebar", ReplaySidebarController);
