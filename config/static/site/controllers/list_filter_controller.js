// A long list, narrowed down by what is typed. Without scripts the whole list stands.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { all, byId } from "../lib/elements.js";

class ListFilterController extends Controller {
  static targets = ["input", "count"];
  static values = { list: String };

  connect() {
    this.element.hidden = false;
    this.narrow();
  }

  narrow() {
    const items = all("li", byId(this.listValue));
    const wanted = normalize(this.inputTarget.value).trim();
    for (const item of items) item.hidden = !normalize(item.textContent || "").includes(wanted);
    this.countTarget.textContent = `${items.filter((item) => !item.hidden).length} / ${items.length}`;
  }

  /** Enter plays nothing by accident.
   * @param {KeyboardEvent} event */
  ignore(event) {
    event.preventDefault();
  }
}

/** @param {string} text */
const normalize = (text) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");

application.register("list-filter", ListFilterController);
