// What the page of a puzzle loads: the hand as at the table, and judging an answer.
import "../site/controllers/hand_controller.js";
import "./controllers/puzzle_controller.js";
