// Asking the site itself who is logged in, and whether an answer is the site's at all.
import { ANSWER_MS } from "../../site/lib/trouble.js";
import { site } from "./site.js";

/** Null for what is not from the site itself, as from a proxy or a network that wants a log-in of its own.
 * @param {Response} answer */
export async function readJson(answer) {
  if (!/^application\/json/.test(answer.headers.get("Content-Type") || "")) return null;
  return answer.json().catch(() => null);
}

/** Rejected with a DOMException where no answer comes in time, with a TypeError where there is none to be had. */
export const fetchSession = () => fetch(site.session, { cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) });

/** @returns {Promise<{person: string, keeps: boolean, token: string} | null>} */
export const getSession = async () => readJson(await fetchSession());
