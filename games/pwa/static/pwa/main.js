// What every page loads for the device it is on: the service worker, moves that wait, clearing away at the log-out.
import "./controllers/away_controller.js";
import "./controllers/device_controller.js";
import "./controllers/install_controller.js";
import "./controllers/logout_controller.js";
import "./controllers/outbox_controller.js";
import "./controllers/saved_copy_controller.js";
