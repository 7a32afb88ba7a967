// Why there is no answer, as far as it can be known: {why, n}, which messages.js puts into words. Runs in pages and in
// the service worker.

/** @typedef {{why: string, n: number}} Trouble */

// An answer is waited for so long, less than a lease: some never come to a phone that changes networks.
export const ANSWER_MS = 12_000;
const WAIT_MOST_MS = 10 * 60 * 1000; // however long a proxy wants us to wait

/** A proxy stands before a site that is down.
 * @param {number} status */
export const isAway = (status) => [502, 503, 504].includes(status);

/** @param {{status?: number, retry?: string | null, afterMs?: number}} [known]
 * @returns {Trouble} */
export function describeFailure({ status = 0, retry = null, afterMs = 0 } = {}) {
  if (status === 503) return { why: "restarting", n: Math.ceil(readRetryAfter(retry) / 1000) };
  if (status) return { why: "proxy", n: status };
  if (afterMs) return { why: "slow", n: Math.round(afterMs / 1000) };
  return { why: navigator.onLine === false ? "offline" : "unreachable", n: 0 };
}

/** What Retry-After asks for, in seconds or as a date, as milliseconds; 0 for nothing that means anything.
 * @param {string | null} retry */
export function readRetryAfter(retry) {
  const ms = /^\d+$/.test(retry || "") ? Number(retry) * 1000 : Date.parse(retry || "") - Date.now();
  return ms > 0 ? Math.min(ms, WAIT_MOST_MS) : 0;
}
