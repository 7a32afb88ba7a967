// What every page loads: running clocks, one request per form, news, small comforts. No page needs it.
import "./controllers/bell_controller.js";
import "./controllers/clocks_controller.js";
import "./controllers/copy_controller.js";
import "./controllers/forms_controller.js";
import "./controllers/menu_controller.js";
import "./controllers/news_controller.js";
import "./controllers/push_renewal_controller.js";
import "./controllers/timezone_controller.js";
import "./controllers/title_controller.js";
import "./controllers/zone_question_controller.js";
