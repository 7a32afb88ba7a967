// What comes later than the position that is shown, and is not to be seen yet.
import { match } from "./positions.js";

/** @param {number} n
 * @param {number} at the position that is shown */
export const isLater = (n, at) => !match.everything && n > at;

/** How far along a match a position is.
 * @param {number} n
 * @param {number} width of the whole */
export const placeOf = (n, width) => (width * (n - match.first)) / Math.max(1, match.last - match.first);
