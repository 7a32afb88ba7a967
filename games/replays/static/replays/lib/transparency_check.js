// The log of all tables: does a noted line still stand there, and is it this record's?
import { hashText } from "./sha256.js";

/** The name of the sentence that tells it.
 * @param {import("./match_record.js").MatchRecord} record
 * @param {string} line
 * @param {string} log its address
 * @returns {Promise<"lineSame" | "lineChanged" | "lineUnread">} */
export async function checkLine(record, line, log) {
  const [number, kind, commitment, digest] = line.split(" ");
  if (commitment !== record.commitment || (kind === "ended" && digest !== record.digest)) return "lineChanged";
  const there = await fetchLines(log, Math.max(1, Number(number) - 1)).catch(() => null);
  if (!there) return "lineUnread";
  return there.includes(line) && isLinked(there, line) ? "lineSame" : "lineChanged";
}

/** The first lines from a number on; the rest, which may be long, is not waited for.
 * @param {string} log
 * @param {number} number */
async function fetchLines(log, number) {
  const answer = await fetch(`${log}?from=${number}`);
  if (!answer.ok || !answer.body) throw new TypeError(String(answer.status));
  const [reader, decoder] = [answer.body.getReader(), new TextDecoder()];
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.split("\n").length > 2) break;
  }
  reader.cancel().catch(() => {});
  return text.split("\n").slice(0, 2);
}

/** Whether it follows from the line before.
 * @param {string[]} there
 * @param {string} line */
function isLinked(there, line) {
  const [number, kind, commitment, digest, link] = line.split(" ");
  const before = number === "1" ? "0".repeat(64) : there[0].split(" ")[4];
  return hashText([before, kind, commitment, digest === "-" ? "" : digest].join("|")) === link;
}
