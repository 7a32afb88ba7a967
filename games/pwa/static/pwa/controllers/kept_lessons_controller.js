// Has the service worker keep all lessons of a game, or the latest puzzles, in the language of the page; and notes a right
// answer that was given to a lesson on a page from the device.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { language } from "../../site/lib/messages.js";
import { noteStep } from "../lib/lesson_progress.js";
import { keepsNothing, savedAt } from "../lib/page.js";

const CALM_MS = 2000; // after the page itself has come

class KeptLessonsController extends Controller {
  static values = { pages: String, done: String };

  connect() {
    if (savedAt && this.doneValue) noteStep(this.doneValue);
    const workers = navigator.serviceWorker; // undefined on plain HTTP
    if (!workers || keepsNothing || savedAt || !document.body.dataset.worker) return;
    this.timer = setTimeout(async () => {
      const { active } = await workers.ready;
      active?.postMessage({ keepLessons: this.pagesValue, language });
    }, CALM_MS);
  }

  disconnect() {
    clearTimeout(this.timer);
  }
}

application.register("kept-lessons", KeptLessonsController);
