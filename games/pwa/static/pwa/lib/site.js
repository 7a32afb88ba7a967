// The site's addresses: as a page says them, or as the service worker is told (games/pwa/service_worker.py).

/** @typedef {object} Site
 * @property {string} session who is logged in
 * @property {string} static what all static files begin with
 * @property {string} version
 * @property {string[]} languages
 * @property {string[]} rules
 * @property {string} icon
 * @property {string} front
 * @property {string} page what is shown in place of a page
 * @property {string} tables
 * @property {string} device takes push subscriptions
 * @property {string} practice and all below it
 * @property {string} puzzles and all below it
 * @property {string[]} pages what is kept, with gaps
 * @property {string} replay
 * @property {string} position
 * @property {string[]} pieces what a replay fetches step by step */

/** A page says the first two only. */
export const site = /** @type {Site} */ (/** @type {unknown} */ ({ ...globalThis.document?.body.dataset }));
