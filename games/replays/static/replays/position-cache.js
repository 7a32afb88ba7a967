// The positions of a replay as they are fetched: ahead of the steps, and without names, which are put in here
// (games/replays/viewer/name_placeholders.py). Comes first of the viewer's scripts.
"use strict";

const match = JSON.parse(document.getElementById("viewer").dataset.match);
const AHEAD = 8;
const KEPT_DRAWINGS = 400;
const drawings = new Map(); // address: a promise of the text
const drawn = new Map(); // address: the text

// A link may have named the page's language, which may not be the reader's own.
const linkedLanguage = new URLSearchParams(location.search).get("hl");
const inLanguage = (query) => (linkedLanguage ? `${query}${query ? "&" : "?"}hl=${linkedLanguage}` : query);
const pagePath = (n) => match.at.replace("{n}", n) + inLanguage(match.query);
const asPiece = (gapped, n) => gapped.replace("{n}", n) + inLanguage(match.eyes && `?${match.eyes}`);
const piecePath = (n) => asPiece(match.step, n);
const logPath = (page) => asPiece(match.log, page);
const [POSITIONS] = match.at.split("{n}");
const positionIn = (path) => (path.startsWith(POSITIONS) && parseInt(path.slice(POSITIONS.length), 10)) || null;

async function fetched(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const text = await answer.text();
  drawn.set(path, text);
  return text;
}

function drawing(path) {
  if (drawings.has(path)) return drawings.get(path);
  const asked = fetched(path);
  asked.catch(() => drawings.delete(path)); // asked for once more when it is needed
  drawings.set(path, asked);
  if (drawings.size > KEPT_DRAWINGS) {
    const [oldest] = drawings.keys();
    drawings.delete(oldest);
    drawn.delete(oldest);
  }
  return asked;
}

// What comes next in that direction, and the step back.
function fetchedAhead(n, direction) {
  for (let step = -1; step <= AHEAD; step += 1) {
    const next = n + step * direction;
    if (next !== n && next >= match.first && next <= match.last) drawing(piecePath(next)).catch(() => {});
  }
}

const escaped = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function named(html) {
  return html.replace(/[\ue000-\ue1ff]/g, (sign) => {
    const code = sign.charCodeAt(0);
    const [letter = "", ...rest] = match.names[code & 0xff];
    return escaped(code < 0xe100 ? letter : rest.join(""));
  });
}

// Our own templates have drawn it, and escaped what is not ours.
function pieceMade(html) {
  const made = document.createElement("template");
  made.innerHTML = named(html);
  return made.content;
}
