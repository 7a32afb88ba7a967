// The device knows its time zone: it is chosen beforehand for whoever has not said anything yet.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";

/** @extends {Controller<HTMLSelectElement>} */
class TimezoneController extends Controller {
  connect() {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (Array.from(this.element.options).some((option) => option.value === here)) this.element.value = here;
  }
}

application.register("timezone", TimezoneController);
