// Whether the coach speaks at a practice table: as this browser has chosen at any table (games/tables/views/home.py), or
// else in one's first matches of a game, of which the device knows those that it keeps.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { listMatches } from "../lib/saved_matches.js";

const CHOICE = /(?:^|; )coach=(on|off)(?:;|$)/;
const SECONDS = 60 * 60 * 24 * 365;

class CoachSwitchController extends Controller {
  static targets = ["play", "hide", "show"];
  static values = { matches: Number };

  /** @param {CustomEvent<{title: string}>} event */
  async begin({ detail: { title } }) {
    const chosen = CHOICE.exec(document.cookie)?.[1];
    this.#set(chosen ? chosen === "on" : (await countFinished(title)) < this.matchesValue);
  }

  /** @param {Event & {params: {chosen: "on" | "off"}}} event */
  choose({ params: { chosen } }) {
    const secure = location.protocol === "https:" ? "; secure" : "";
    document.cookie = `coach=${chosen}; path=/; max-age=${SECONDS}; samesite=lax${secure}`;
    this.#set(chosen === "on");
    (chosen === "on" ? this.hideTarget : this.showTarget).focus();
  }

  /** @param {boolean} isCoached */
  #set(isCoached) {
    this.playTarget.classList.toggle("play--coached", isCoached);
    this.hideTarget.hidden = !isCoached;
    this.showTarget.hidden = isCoached;
  }
}

/** @param {string} title */
async function countFinished(title) {
  const matches = await listMatches().catch(() => []);
  return matches.filter(({ record }) => record.title === title && record.outcome).length;
}

application.register("coach-switch", CoachSwitchController);
