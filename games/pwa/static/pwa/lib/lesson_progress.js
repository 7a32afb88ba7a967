// How far one has come in the lessons, in the cookie that the site reads (games/practice/lessons/progress.py): a right
// answer without a connection is noted there, and counts with the next page that the site draws.

const YEAR_S = 60 * 60 * 24 * 365;

/** @param {string} step "game.lesson.2": so many of its steps are done */
export function noteStep(step) {
  const noted = /(?:^|; )lessons=([^;]*)/.exec(document.cookie)?.[1] || "";
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `lessons=${addStep(noted, step)}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`;
}

/** @param {string} noted
 * @param {string} step */
function addStep(noted, step) {
  const done = new Map(noted.split(":").filter(Boolean).map(split));
  const [lesson, count] = split(step);
  done.set(lesson, Math.max(count, done.get(lesson) || 0));
  return Array.from(done, ([name, n]) => `${name}.${n}`).join(":");
}

/** @param {string} entry
 * @returns {[string, number]} */
function split(entry) {
  const at = entry.lastIndexOf(".");
  return [entry.slice(0, at), Number(entry.slice(at + 1))];
}
