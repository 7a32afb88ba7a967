// What every page loads: small comforts on top of plain HTML. No page needs it.
import "./controllers/copy_controller.js";
