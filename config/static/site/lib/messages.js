// Sentences in the page's language (templates/components/_js_messages.html), and the line that shows one for a while.
import { byId } from "./elements.js";

/** @type {Record<string, string>} */
export const words = /** @type {any} */ (byId("words").dataset);
export const language = document.documentElement.lang;

let timer = 0;

/** @param {string} text */
export function toast(text) {
  const node = byId("toast");
  node.textContent = text;
  clearTimeout(timer);
  timer = setTimeout(() => (node.textContent = ""), 8000);
}

/** What is known of an answer that doesn't come.
 * @param {import("./trouble.js").Trouble} trouble */
export function describeTrouble({ why, n }) {
  const sentence = why === "restarting" && !n ? words.restartingsoon : words[why];
  return sentence.replace("{n}", String(n));
}

/** @param {string[]} sentences */
export const joinSentences = (...sentences) => sentences.join(language === "ja" ? "" : " ");
