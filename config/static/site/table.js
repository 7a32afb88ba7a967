// What a table's page loads.
import "./controllers/chat_controller.js";
import "./controllers/coach_controller.js";
import "./controllers/hint_controller.js";
import "./controllers/hand_controller.js";
import "./controllers/hand_drawer_controller.js";
import "./controllers/how_to_play_controller.js";
import "./controllers/keyboard_controller.js";
import "./controllers/motion_controller.js";
import "./controllers/next_table_controller.js";
import "./controllers/previous_board_controller.js";
import "./controllers/share_moment_controller.js";
import "./controllers/push_subscription_controller.js";
import "./controllers/sound_controller.js";
import "./controllers/table_controller.js";
