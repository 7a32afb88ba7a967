// A fresh part takes the place of the shown one by changing only what is different: the browser then styles, lays out
// and draws a seat or two and not the table. In pieces, so that nobody waits for the whole (update-table.js). Comes first.
"use strict";

const PIECE = 30; // elements; what is larger is gone through child by child

const kind = (node) => `${node.nodeName} ${node.id || ""} ${node.classList?.[0] || ""}`;
const stays = (node) => node.dataset?.stays !== undefined; // though the fresh part has no such thing
const sizeOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? 1 + node.getElementsByTagName("*").length : 0);
const isPiece = (node) => sizeOf(node) <= PIECE || node.matches(".seat, .centre");

// What is the same stays the very same; afterwards the old node equals the fresh one, whatever scripts did to it.
// Before each piece it yields how many elements that has; `touched` gets what was changed or put in.
function* patching(old, fresh, touched) {
  if (old.isEqualNode(fresh)) return;
  if (isPiece(fresh)) {
    yield sizeOf(fresh);
    touched.push(old);
    return patched(old, fresh);
  }
  attributesPatched(old, fresh);
  yield* childrenPatching(old, fresh, touched);
}

// At once.
function patched(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.data = fresh.data;
    return;
  }
  attributesPatched(old, fresh);
  for (const change of childChanges(old, fresh)) {
    if (change.old) patched(change.old, change.fresh);
    else putIn(old, change.fresh, change.before);
  }
}

// Whoever has opened a fold closes it; and previous-board.js says when the present board is there again.
const isReaders = (node, name) =>
  (name === "open" && node.nodeName === "DETAILS") || (name === "aria-hidden" && node.matches(".is-held ~ .board"));

function attributesPatched(old, fresh) {
  for (const { name } of Array.from(old.attributes)) if (!fresh.hasAttribute(name) && !isReaders(old, name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

function* childrenPatching(parent, fresh, touched) {
  for (const { old, fresh: child, before } of childChanges(parent, fresh)) {
    if (old) yield* patching(old, child, touched);
    else yield* adding(parent, child, before, touched);
  }
}

// Each fresh child meets the next old one of its kind; those that are passed over go. A text only meets what comes next:
// the space that something left behind would pass over a whole board.
function* childChanges(parent, fresh) {
  const olds = Array.from(parent.childNodes);
  let at = 0;
  for (const child of Array.from(fresh.childNodes)) {
    const end = child.nodeType === Node.TEXT_NODE ? at + 1 : olds.length;
    const found = olds.findIndex((old, i) => i >= at && i < end && kind(old) === kind(child));
    if (found < 0) {
      // Some may have gone by themselves between two steps.
      yield { fresh: child, before: olds.slice(at).find((old) => old.parentNode === parent) || null };
      continue;
    }
    removed(olds.slice(at, found));
    at = found + 1;
    yield { old: olds[found], fresh: child };
  }
  removed(olds.slice(at));
}

// What is large comes empty, and is filled.
function* adding(parent, child, before, touched) {
  if (isPiece(child)) {
    yield sizeOf(child);
    touched.push(putIn(parent, child, before));
    return;
  }
  const made = parent.insertBefore(child.cloneNode(false), before);
  yield* childrenPatching(made, child, touched);
}

// htmx looks for its own attributes, which only forms have here.
function putIn(parent, child, before) {
  parent.insertBefore(child, before);
  if (child.nodeName === "FORM" || child.querySelector?.("form")) htmx.process(child);
  return child;
}

function removed(nodes) {
  for (const node of nodes) if (!stays(node)) node.remove();
}
