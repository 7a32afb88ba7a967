// Fills in the device's time zone: in the forms that make an account, and in the settings of people who have chosen none.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { deviceZone } from "../lib/times.js";

/** @extends {Controller<HTMLSelectElement | HTMLInputElement>} */
class TimezoneController extends Controller {
  connect() {
    const field = this.element;
    const isOffered = field instanceof HTMLInputElement || Array.from(field.options).some(({ value }) => value === deviceZone());
    if (isOffered) field.value = deviceZone();
  }
}

application.register("timezone", TimezoneController);
