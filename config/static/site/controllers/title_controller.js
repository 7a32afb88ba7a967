// "(3)" before the page's own title: at how many tables it is one's turn. Whoever changes title or badge.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { one } from "../lib/elements.js";

class TitleController extends Controller {
  connect() {
    this.observer = new MutationObserver(mark);
    this.observer.observe(one("title"), { childList: true });
    this.observer.observe(one(".nav"), { childList: true, subtree: true });
    mark();
  }

  disconnect() {
    this.observer?.disconnect();
  }
}

function mark() {
  const count = Number(document.getElementById("turns")?.dataset.turns || 0);
  const plain = document.title.replace(/^\(\d+\) /, "");
  const marked = count ? `(${count}) ${plain}` : plain;
  if (document.title !== marked) document.title = marked;
}

application.register("title", TitleController);
