// What the page of the fairness check loads.
import "./controllers/receipts_controller.js";
import "./controllers/record_check_controller.js";
