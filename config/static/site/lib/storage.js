// What a browser remembers. Private windows may refuse: then it holds until the page is left, or is asked again.

/** @param {string} key
 * @param {"localStorage" | "sessionStorage"} [where]
 * @returns {string | null} */
export function recall(key, where = "localStorage") {
  try {
    return window[where].getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key
 * @param {string} value
 * @param {"localStorage" | "sessionStorage"} [where] */
export function remember(key, value, where = "localStorage") {
  try {
    window[where].setItem(key, value);
  } catch {}
}
