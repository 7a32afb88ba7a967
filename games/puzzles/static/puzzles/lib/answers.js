// First answers that the site hasn't been told of, in the cookie that it reads (games/puzzles/device.py): they count with
// the next page of puzzles that it draws.

const YEAR_S = 60 * 60 * 24 * 365;
const DAY_MS = 24 * 60 * 60 * 1000;

/** @param {{id: string, day: string, path: string}} puzzle
 * @param {number | null} number of the move among those looked at */
export function noteAnswer({ id, day, path }, number) {
  const noted = /(?:^|; )puzzles=([^;]*)/.exec(document.cookie)?.[1] || "";
  const entries = noted.split(":").filter(Boolean);
  if (entries.some((entry) => entry.startsWith(`${id}.`))) return;
  entries.push(`${id}.${number ?? "x"}.${countDaysSince(day)}`);
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `puzzles=${entries.join(":")}; path=${path}; max-age=${YEAR_S}; samesite=lax${secure}`;
}

/** By the calendar of the device.
 * @param {string} day "2026-11-27" */
function countDaysSince(day) {
  const now = new Date();
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return Math.max(0, Math.round((today - Date.parse(day)) / DAY_MS));
}
