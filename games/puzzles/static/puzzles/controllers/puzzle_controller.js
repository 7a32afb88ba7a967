// A puzzle's page judges an answer by itself, with a connection or without; the site is told, or will be.
import { Controller } from "../../vendor/stimulus.js";
import { savedAt } from "../../pwa/lib/page.js";
import { application } from "../../site/lib/application.js";
import { noteAnswer } from "../lib/answers.js";
import { findMove } from "../lib/moves.js";

const isAway = () => Boolean(savedAt) || !navigator.onLine;

class PuzzleController extends Controller {
  static targets = ["solution", "refusal", "row"];
  static values = { kept: Boolean }; // whether there is a first answer

  connect() {
    this.puzzle = JSON.parse(document.getElementById("puzzle-data")?.textContent || "");
    if (this.element.classList.contains("is-answered")) document.getElementById("outcome")?.focus({ preventScroll: true });
  }

  /** What can't be judged here the site is asked about; without a connection it is no legal move, or one that was not
   * looked at.
   * @param {SubmitEvent} event */
  answered(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.closest("#hand") === null) return;
    const fields = new FormData(form, event.submitter);
    const found = findMove(fields, this.puzzle);
    if (!found && !isAway()) return;
    const number = found?.number ?? null;
    event.preventDefault();
    event.stopPropagation(); // it isn't sent: nothing holds its buttons until there is an answer
    this.refusalTarget.hidden = Boolean(found) || !this.puzzle.isComplete;
    if (!this.refusalTarget.hidden) return;
    this.#show(number);
    if (!this.keptValue) this.#keep(form, fields, number).catch(() => noteAnswer(this.puzzle, number));
    this.keptValue = true;
  }

  /** @param {number | null} number */
  #show(number) {
    this.#mark(number === null ? "unseen" : number ? "wrong" : "right");
    this.rowTargets.forEach((row, at) => {
      const isMine = at === number;
      row.hidden = "further" in row.dataset && !isMine;
      row.classList.toggle("advice__move--mine", isMine);
      /** @type {HTMLElement} */ (row.querySelector("[data-mine]")).hidden = !isMine;
    });
    document.getElementById("outcome")?.focus();
  }

  /** @param {string} verdict */
  #mark(verdict) {
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll("[data-verdict]"))) {
      part.hidden = part.dataset.verdict !== verdict;
    }
    this.solutionTarget.hidden = verdict === "asked";
    this.element.classList.toggle("is-answered", verdict !== "asked");
  }

  /** @param {HTMLFormElement} form
   * @param {FormData} fields
   * @param {number | null} number */
  async #keep(form, fields, number) {
    if (isAway()) return noteAnswer(this.puzzle, number);
    const body = new URLSearchParams(/** @type {any} */ (fields));
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" }, redirect: "error", keepalive: true });
    if (!answer.ok) throw new Error(String(answer.status));
  }

  /** @param {Event} event */
  again(event) {
    event.preventDefault();
    this.#mark("asked");
    document.getElementById("outcome")?.focus();
  }
}

application.register("puzzle", PuzzleController);
