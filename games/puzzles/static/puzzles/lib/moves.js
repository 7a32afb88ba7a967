// Which of the moves that were compared a form stands for. Moves are texts as in games/puzzles/moves.py.

/** @typedef {Record<string, string>} Move */
/** @typedef {{number: number | null, fields: Move}} KnownMove `number` of the one compared that it is, null: of none */

/** @param {FormData} form
 * @param {{moves: KnownMove[], defaults: Record<string, Move>}} puzzle
 * @returns {KnownMove | undefined} */
export function findMove(form, { moves, defaults }) {
  const given = form.get("move") ? readButton(String(form.get("move"))) : null;
  const type = given ? given.type : String(form.get("type") || "");
  const read = (/** @type {string} */ name) => (given ? given[name] : readField(form, name)) ?? defaults[type]?.[name];
  return moves.find(({ fields }) => {
    return fields.type === type && Object.entries(fields).every(([name, text]) => name === "type" || isSame(read(name), text));
  });
}

/** A button has the whole move as JSON.
 * @param {string} text
 * @returns {Move} */
function readButton(text) {
  return Object.fromEntries(Object.entries(JSON.parse(text)).map(([name, value]) => [name, describe(value)]));
}

/** @param {unknown} value
 * @returns {string} */
function describe(value) {
  if (!Array.isArray(value)) return String(value);
  return Array.isArray(value[0]) ? value.map(describe).join("|") : value.map(String).sort().join(" ");
}

/** Lists are repeated fields with words in them, piles are numbered.
 * @param {FormData} form
 * @param {string} name
 * @returns {string | undefined} */
function readField(form, name) {
  if (form.has(name)) return sortWords(form.getAll(name).map(String));
  const piles = [];
  while (form.has(`${name}.${piles.length}`)) piles.push(sortWords(form.getAll(`${name}.${piles.length}`).map(String)));
  return piles.length ? piles.join("|") : undefined;
}

/** @param {string[]} texts */
const sortWords = (texts) => texts.flatMap((text) => text.split(/\s+/).filter(Boolean)).sort().join(" ");

/** A list of which nothing is marked is in no form.
 * @param {string | undefined} given
 * @param {string} text */
function isSame(given, text) {
  if (text === "true" || text === "false") return ["on", "true", "1"].includes(given || "") === (text === "true");
  return (given ?? "") === text;
}
