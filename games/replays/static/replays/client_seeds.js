// What every page loads for parts in shuffles: tables that have not begun, and buttons that deal a match at once.
import "./controllers/client_seed_controller.js";
import "./controllers/quick_deal_controller.js";
