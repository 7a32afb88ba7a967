// Keys at the table. They mark cards and type amounts; none of them presses a button. Enter leads from marked cards, or
// from an amount, to the button that confirms them, and pressing that one is the person's own deed. The element is the
// list of keys.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { eventElement, hasModifier, isFocusLost, isTyping } from "../lib/elements.js";
import { getNextPlace, getPicks } from "../lib/picks.js";
import { focusTurn, getHand, getMoveForm } from "../lib/table.js";

const CONFIRMING = "button[data-needs-picks]:enabled";

/** @extends {Controller<HTMLDialogElement>} */
class KeyboardController extends Controller {
  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (hasModifier(event) || event.isComposing || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const isText = isTyping(event.target);
    if (event.key === "?" && !isText) return this.element.showModal();
    const form = getMoveForm();
    if (!form) return;
    if (event.key === "Enter" && !(isText && !eventElement(event, "#move input"))) pressEnter(event, form);
    else if (isText) return;
    else if (pressGameKey(event.key.toLowerCase()) || pressCardKey(event.key.toLowerCase())) event.preventDefault();
    else typeAmount(event.key, form);
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (eventElement(event, "[data-keys]")) this.element.showModal();
  }

  close() {
    this.element.close();
  }

  /** What had the focus may be gone: a button that was disabled, a hand that was answered while the list was open. */
  findFocus() {
    if (!isFocusLost() && !this.element.contains(document.activeElement)) return;
    getHand().focus({ preventScroll: true });
    if (isFocusLost()) focusTurn();
  }

  /** An answer that brought no table, or none at all: the form stays, its button can be pressed again.
   * @param {CustomEvent<HtmxDetail>} event */
  answered({ detail: { elt } }) {
    if (elt.id === "move" && elt.isConnected && !elt.hasAttribute("data-sent")) this.findFocus();
  }
}

/** A game's own script may answer a key first: it prevents this event's default.
 * @param {string} key */
function pressGameKey(key) {
  const focused = document.activeElement;
  if (document.dispatchEvent(new CustomEvent("tefuda:key", { detail: key, cancelable: true }))) return false;
  if (document.activeElement === focused) leaveButton();
  return true;
}

/** Before a card is marked by key: whoever marks cards means the cards. */
function leaveButton() {
  const focused = document.activeElement;
  if (focused?.matches("button") && getHand().contains(focused)) getHand().focus({ preventScroll: true });
}

/** Where cards are letters a letter is the next one of that kind that is not marked yet. Where all are numbers a digit is
 * the card of that number, from pile to pile where there are several. Elsewhere it is the card in that place, 0 the tenth.
 * @param {string} key */
function pressCardKey(key) {
  const picks = getPicks(getHand());
  let box;
  if (/^[a-z]$/.test(key)) {
    const alike = picks.filter((pick) => pick.value.toLowerCase() === key);
    box = alike.find((pick) => !pick.checked) || alike[0];
    if (!box) return false;
  } else if (!/^[0-9]$/.test(key) || !picks.length) {
    return false;
  } else if (picks.every((pick) => /^[0-9]$/.test(pick.value))) {
    box = getNextPlace(getHand(), key) || picks.find((pick) => pick.value === key);
  } else {
    box = picks[(Number(key) + 9) % 10];
  }
  box?.click();
  box?.focus();
  return true;
}

/** A digit goes into the form's number box, in place of what it offers, as if one had gone there first.
 * @param {string} key
 * @param {HTMLFormElement} form */
function typeAmount(key, form) {
  const box = /** @type {HTMLInputElement | null} */ (form.querySelector("input[type=number]"));
  if (!box || !/^[0-9]$/.test(key)) return;
  box.focus();
  box.select();
}

/** A button is pressed once, however long the key is held. Elsewhere Enter only shows the way: in a box it would press a
 * button unseen.
 * @param {KeyboardEvent} event
 * @param {HTMLFormElement} form */
function pressEnter(event, form) {
  const control = eventElement(event, "a, button, summary");
  if (control && !event.repeat) return;
  event.preventDefault();
  if (control) return;
  const isMarked = form.querySelector(".pick > input:checked, .is-picked") !== null;
  const wanted = isTyping(event.target) ? "button[name=type]:enabled" : isMarked ? CONFIRMING : null;
  if (wanted) /** @type {HTMLElement | null} */ (form.querySelector(wanted))?.focus();
}

application.register("keyboard", KeyboardController);
