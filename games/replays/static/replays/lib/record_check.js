// Checks part of a record, from docs/record.md alone, where a browser can't run verify_record.py: that the chain is whole
// and begins and ends as the record says, that the parts of the seats are those that were given, and that every shuffle
// and lot which the record names follows from the secret. It does not follow the cards from there, knows no rules and no
// results, and can't tell whether a shuffle was left unnamed.
import { bytesIn, bytesOf, hexOf, hmacOf, joinBytes, sha256 } from "./sha256.js";

/** A record, as far as it is looked at; the rest is plain JSON of games (docs/record.md).
 * @typedef {{body: string, digest: string, frame?: string, keyframe?: boolean}} RecordEvent */
/** @typedef {{format: string, table: string, title: string, seats: number, seed: string, commitment: string, digest: string,
 *   status: string, phrases: string[], options: object, events: RecordEvent[]}} MatchRecord */

const spaced = (/** @type {string} */ text) => text.split(" ");

/** @param {string[]} suits
 * @param {string[]} ranks */
const suited = (suits, ranks) => suits.flatMap((suit) => ranks.map((rank) => suit + rank));

/** @param {number} first
 * @param {number} last */
const upTo = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => String(first + i));

/** @type {Record<string, string[]>} */
const DECKS = {
  crown: [..."PBBBBNNNNNNNNNKKKKKKKKKKK"],
  dilemma: suited([..."GFBU"], upTo(1, 10)),
  doudizhu: [...spaced("3 4 5 6 7 8 9 10 J Q K A 2").flatMap((rank) => Array(8).fill(rank)), "s", "s", "B", "B"],
  get9: upTo(1, 9),
  lombard: [...suited(["K"], upTo(1, 11)), ...suited(["N"], upTo(2, 10)), ...suited(["B"], upTo(4, 8)), "P4", "P6", "P8"],
  sdc: suited([..."WFAE"], spaced("2 3 4 5 6 7 8 9 10 J Q K A")),
};

/** @param {string} text */
export const hashText = (text) => hexOf(sha256(bytesOf(text)));

/** As the site writes JSON: sorted names, no white space.
 * @param {any} value
 * @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const entries = Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${entries.join(",")}}`;
}

/** @param {unknown} one
 * @param {unknown} other */
const same = (one, other) => canonical(one) === canonical(other);
const sorted = (/** @type {string[]} */ cards) => cards.slice().sort();

// --- Chance

/** @typedef {ReturnType<typeof chanceOf>} Chance */

/** @param {Uint8Array} key
 * @param {string[]} deck */
function chanceOf(key, deck) {
  const hmac = hmacOf(key);

  /** @param {string} label
   * @returns {Generator<bigint, never>} */
  function* numbers(label) {
    for (let counter = 0; ; counter++) {
      const block = new DataView(hmac(`${label}|${counter}`).buffer);
      for (let at = 0; at < 32; at += 8) yield block.getBigUint64(at);
    }
  }

  /** @param {Generator<bigint, never>} stream
   * @param {number} n */
  function below(stream, n) {
    const size = BigInt(n);
    const limit = 2n ** 64n - (2n ** 64n % size);
    for (;;) {
      const number = stream.next().value;
      if (number < limit) return Number(number % size);
    }
  }

  /** @param {string} label
   * @param {number} n */
  const lot = (label, n) => below(numbers(label), n);

  /** @param {string} label */
  function shuffled(label, items = deck) {
    const cards = items.slice();
    const stream = numbers(label);
    for (let i = cards.length - 1; i > 0; i--) {
      const j = below(stream, i + 1);
      [cards[i], cards[j]] = [cards[j], cards[i]];
    }
    return cards;
  }
  return { lot, shuffled };
}

// --- Frames

/** @param {any} old
 * @param {any} change
 * @returns {any} */
function patchedFrame(old, change) {
  if (change === null) return old;
  if (change[0] === "=") return change[1];
  if (change[0] === "[") return old.map((/** @type {any} */ value, /** @type {number} */ i) => patchedFrame(value, change[1][i] ?? null));
  const whole = Object.fromEntries(Object.entries(old).filter(([name]) => !change[2].includes(name)));
  for (const [name, inner] of Object.entries(change[1])) whole[name] = patchedFrame(old[name], inner);
  return whole;
}

// --- Deals: pairs of what follows from the key and what the record says

/** @param {string} title
 * @param {Chance} chance
 * @param {any} body of the event
 * @param {any} was the state before it
 * @param {any} now and after it
 * @returns {Generator<[unknown, unknown]>} */
function* deals(title, { lot, shuffled }, body, was, now) {
  const told = new Set(body.happenings.map((/** @type {any} */ one) => one.what.type));
  const { public: open, hidden } = now;
  const own = open.open?.length ? open.open : now.own;
  /** @type {string[][]} */
  const hands = own.map((/** @type {any} */ seat) => sorted(seat.hand || seat.cards || []));
  const cut = (/** @type {string[]} */ cards, /** @type {number[]} */ starts, /** @type {number} */ size) =>
    starts.map((start) => sorted(cards.slice(start, start + size)));
  const pairs = (/** @type {string[]} */ cards, /** @type {number} */ count) =>
    cut(cards, Array.from({ length: count }, (_, i) => 2 * i), 2);
  const { fork } = body.kind === "start" ? body.data : {};
  if (fork && fork.seat === null && hidden.deck?.length) yield [shuffled("fork", fork.taken.hidden.deck), hidden.deck];
  if (told.has("first-opener")) {
    yield [open.options.first_opener === "random" ? lot("first-opener", 2) : 0, open.opener];
  }
  if (told.has("first-dealer")) yield [lot("dealer", own.length), open.dealer];
  if (told.has("first-player")) yield [lot("first-player", 2), open.player];
  if (told.has("face-up")) {
    const at = lot(`deal/${open.deal}/face-up`, 100);
    const seat = Math.floor(at / 25);
    yield [[seat, own[seat].hand[at % 25]], [open.starter, open.face_up]];
  }
  if (told.has("stage-began")) {
    const cards = shuffled(`stage/${open.stage}/deck`);
    const dealt = (/** @type {number} */ first) => sorted(cards.slice(0, 10).filter((_, i) => i % 2 === first));
    yield [[dealt(0), dealt(1), cards.slice(10)], [hands[open.opener], hands[1 - open.opener], hidden.deck]];
  }
  if (title === "dilemma" && told.has("dealt")) {
    const [cards, live] = [shuffled(`hand/${open.hand}/deck`), hands.filter((hand) => hand.length)];
    yield [[pairs(cards, live.length), cards.slice(2 * live.length)], [live, hidden.deck]];
  }
  if (title === "lombard" && told.has("round-began")) {
    const cards = shuffled(`round/${open.round}/deck`);
    yield [[pairs(cards, own.length), cards.slice(2 * own.length)], [hands, [...open.board, ...hidden.deck]]];
  }
  if (told.has("deal-began")) {
    const cards = shuffled(`deal/${open.deal}/deck`);
    yield [[sorted(cards.slice(0, 8)), cut(cards, [8, 33, 58, 83], 25)], [sorted(hidden.kitty), hands]];
  }
  if (title === "get9" && told.has("match-began")) yield [shuffled(`match/${open.match}/dealer`), hidden.dealer.flat()];
  if (title === "get9" && ["clock", "house"].includes(body.cause) && body.move?.type === "split") {
    const cards = shuffled(`match/${was.public.match}/split/${body.seat}`);
    yield [cut(cards, [0, 3, 6], 3), body.move.piles];
  }
  if (title === "crown" && told.has("began")) {
    const [cards, first] = [shuffled("deck"), 1 - open.player];
    yield [[...cut(cards, [0, 5], 5), cards.slice(10)], [hands[first], hands[1 - first], hidden.deck]];
  }
  if (told.has("reshuffled")) {
    const buried = (was.public.open?.length ? was.public.open : was.own).flatMap((/** @type {any} */ one) => one.buried);
    const pile = [...was.public.pile, ...buried].sort((a, b) => "PBNK".indexOf(a) - "PBNK".indexOf(b));
    yield [shuffled(`reshuffle/${open.shuffles}`, pile), hidden.deck];
  }
}

// --- The whole

const SEATS_MOST = 32; // no table of any game has more
const LAST_EVENTS = ["void", "expire", "break-off"];
/** @type {Record<string, string>} */
const STATUS = { void: "voided", expire: "abandoned", leave: "abandoned", "break-off": "broken-off" };

/** What seats add to the chance, until the start closes it. At a strict table it is made of the phrases themselves, all of
 * which are opened after all hashes were given; then comes the deal, or the table is broken off.
 * @typedef {{hashes: string[], opened: boolean, strict: boolean, parts: string[]}} Added */

const TOLD_FIRST = /** @type {const} */ (["title", "options", "seats", "commitment"]);
const AFTER_OPEN = ["open", "seat-to-bot", "seat-back", "break-off"];

/** @param {MatchRecord} record
 * @param {any} body
 * @param {Added} added
 * @param {boolean} dealt
 * @returns {string} what is wrong, or "" */
function startWrong(record, body, added, dealt) {
  const { kind, seat, data, seq } = body;
  if (dealt) return kind === "start" ? "table" : "";
  if (seq === 1) added.strict = "strict" in data;
  if (added.opened && !(AFTER_OPEN.includes(kind) || kind === "start")) return "phrases";
  if (kind === "open") added.opened = true;
  if (seq === 1 && TOLD_FIRST.some((name) => !same(data[name], record[name]))) return "table";
  if (["sit", "leave", "sit-bot", "phrase"].includes(kind)) added.hashes[seat] = data.phrase || "";
  if (kind !== "start") return "";
  const bytes = (/** @type {string} */ part, /** @type {number} */ i) => joinBytes(bytesOf(`${record.table}|${i}|`), bytesIn(part));
  const opened = (data.opened || []).map((/** @type {string} */ part, /** @type {number} */ i) => part && hexOf(sha256(bytes(part, i))));
  added.parts = added.strict ? data.opened : added.hashes;
  const agree = [data.phrases, record.phrases, added.strict ? opened : added.hashes].every((one) => same(one, added.hashes));
  return agree ? "" : "phrases";
}

/** @param {any} state hashes of its parts
 * @param {any} frame */
function shownWrong(state, frame) {
  const part = (/** @type {unknown} */ value) => hashText(canonical(value));
  return !same(state, { public: part(frame.public), hidden: part(frame.hidden), own: frame.own.map(part) });
}

/** How a match ended, by its last state or its last event; null if it has not.
 * @param {any} frame
 * @param {any} body */
function statusIn(frame, body) {
  if (frame?.public.phase === "over") return "finished";
  const status = STATUS[body?.kind];
  return status && (!frame || status === "voided") ? status : null;
}

/** @typedef {(n: number, all: number) => Promise<void>} Progress */

/** `wrong`: what does not agree and the number of the first event where, or null; `shuffles`: how many shuffles and lots the
 * record names. `progress` hears how far it is, and the page may do something else meanwhile.
 * @param {MatchRecord} record
 * @param {Progress} progress */
export async function checkPartly(record, progress) {
  const found = { shuffles: 0 };
  return { wrong: await findWrong(record, found, progress), shuffles: found.shuffles };
}

/** @param {MatchRecord} record
 * @param {{shuffles: number}} found
 * @param {Progress} progress
 * @returns {Promise<[string, number] | null>} */
async function findWrong(record, found, progress) {
  if (!(Number.isInteger(record.seats) && record.seats >= 1 && record.seats <= SEATS_MOST)) return ["table", 0];
  const seed = bytesIn(record.seed);
  const start = joinBytes(bytesOf(`tefuda-1|${record.table}|`), seed);
  if (record.format !== "tefuda-record-2" || hexOf(sha256(start)) !== record.commitment) return ["commitment", 0];
  const secret = hmacOf(seed);
  /** @type {Added} */
  const added = { hashes: Array(record.seats).fill(""), opened: false, strict: false, parts: [] };
  /** @type {Chance | null} */
  let chance = null;
  let digest = record.commitment;
  /** @type {any} */
  let [frame, body] = [null, null];
  let last = "";
  for (const [i, event] of record.events.entries()) {
    const n = i + 1;
    if (n % 20 === 0) await progress(n, record.events.length);
    const leaf = sha256(joinBytes(secret(`${record.table}|event|${n}`), bytesOf(event.body)));
    digest = hexOf(sha256(joinBytes(bytesIn(digest), leaf)));
    body = JSON.parse(event.body);
    if (digest !== event.digest || body.seq !== n || body.table !== record.table) return ["chain", n];
    if (frame?.public.phase === "over" || LAST_EVENTS.includes(last)) return ["end", n];
    last = body.kind;
    const wrong = startWrong(record, body, added, frame !== null);
    if (wrong) return [wrong, n];
    if (body.kind === "start") chance = chanceOf(secret([record.table, ...added.parts].join("|")), DECKS[record.title]);
    if (!event.frame) continue;
    const was = frame;
    frame = event.keyframe ? JSON.parse(event.frame) : patchedFrame(frame, JSON.parse(event.frame));
    if (shownWrong(body.state, frame)) return ["shown", n];
    for (const [follows, said] of deals(record.title, /** @type {any} */ (chance), body, was, frame)) {
      if (!same(follows, said)) return ["deal", n];
      found.shuffles += 1;
    }
  }
  const agrees = digest === record.digest && statusIn(frame, body) === record.status;
  return agrees ? null : ["end", record.events.length];
}
