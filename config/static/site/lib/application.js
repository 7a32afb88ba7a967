// The Stimulus application of a page: controllers register here, each in its own module.
import { Application } from "../../vendor/stimulus.js";

export const application = Application.start();
