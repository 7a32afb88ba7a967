// What a page says of its reader and of itself.
const { person, keeps, seen } = document.body.dataset;

/** The reader's public id, or "". */
export const me = person || "";
export const keepsNothing = keeps === "nothing";
/** When, if this is a page from the device. */
export const savedAt = seen || "";
/** For whom pages of this browser are kept. */
export const reader = me && !keepsNothing ? me : "none";
