// What the page of a replay loads.
import "../site/controllers/chat_controller.js";
import "../site/controllers/motion_controller.js";
import "../site/controllers/share_moment_controller.js";
import "./controllers/analysis_controller.js";
import "./controllers/autoplay_controller.js";
import "./controllers/key_moments_controller.js";
import "./controllers/replay_controller.js";
import "./controllers/replay_log_controller.js";
import "./controllers/replay_sidebar_controller.js";
import "./controllers/review_controller.js";
import "./controllers/save_replay_controller.js";
import "./controllers/score_chart_controller.js";
import "./controllers/tabs_controller.js";
