// What the page of practice loads.
import "../site/controllers/coach_controller.js";
import "../site/controllers/hint_controller.js";
import "../site/controllers/hand_controller.js";
import "../site/controllers/hand_drawer_controller.js";
import "../site/controllers/how_to_play_controller.js";
import "../site/controllers/keyboard_controller.js";
import "../site/controllers/motion_controller.js";
import "../site/controllers/previous_board_controller.js";
import "../site/controllers/sound_controller.js";
import "./controllers/coach_switch_controller.js";
import "./controllers/download_controller.js";
import "./controllers/practice_controller.js";
import "./controllers/practice_match_controller.js";
import "./controllers/practice_replay_controller.js";
import "./controllers/saved_matches_controller.js";
