// What practising takes, as the page says it (games/pwa/practice/views.py).
import { byId } from "../../site/lib/elements.js";

/** @type {{cache: string, page: string, worker: string, zip: string, runtime: string, sent: number,
 *   files: {url: string, size: number, sent: number}[], strongTables: Record<string, string>, pictures: Record<string, string>,
 *   rules: {book: string, section: string}}} */
export const plan = JSON.parse(byId("plan").textContent || "");
