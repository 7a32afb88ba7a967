// While a finger or the mouse presses something, nothing changes its place: what is pressed is what is let go, and
// that is a click.
const LONGEST_MS = 2000; // of a button let go elsewhere, or on a scroll bar, nobody is told

/** @type {(() => void)[]} */
let waiting = [];
let isDown = false;
let timer = 0;

/** @param {PointerEvent} event */
function press(event) {
  if (!event.isPrimary || event.button !== 0) return;
  isDown = true;
  clearTimeout(timer);
  timer = setTimeout(release, LONGEST_MS);
}

function release() {
  isDown = false;
  clearTimeout(timer);
  timer = setTimeout(goOn); // the click comes first
}

function goOn() {
  const due = waiting;
  waiting = [];
  for (const resolve of due) resolve();
}

export const isPressed = () => isDown;

/** Resolves at once where nothing is pressed, else after the click that ends it.
 * @returns {Promise<void>} */
export const untilReleased = () => new Promise((resolve) => (isDown ? waiting.push(resolve) : resolve()));

addEventListener("pointerdown", press, true);
for (const type of ["pointerup", "pointercancel", "blur"]) addEventListener(type, release, true);
