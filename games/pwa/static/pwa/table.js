// What a table's page loads besides: moves that wait, and receipts.
import "./controllers/move_receipts_controller.js";
import "./controllers/pending_moves_controller.js";
