// Sentences that an element has in its data attributes, with gaps in curly braces.

/** @param {HTMLElement} element
 * @param {string} name
 * @param {Record<string, string | number>} [values] */
export const sentenceOf = (element, name, values = {}) =>
  (element.dataset[name] || "").replace(/\{(\w+)\}/g, (_, key) => String(values[key] ?? ""));
