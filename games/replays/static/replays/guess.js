// What the page of a replay loads on which one guesses first: the hand as at the table, and nothing that fetches ahead.
import "../site/controllers/hand_controller.js";
import "./controllers/guess_controller.js";
