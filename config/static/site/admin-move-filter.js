// A long list of moves, narrowed down by what is typed. Without scripts the whole list stands.
"use strict";

for (const field of document.querySelectorAll("[data-filter]")) {
  const items = [...document.getElementById(field.dataset.filter).querySelectorAll("li")];
  const input = field.querySelector("input");
  const left = field.querySelector("output");
  const plain = (text) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");
  const narrow = () => {
    const wanted = plain(input.value).trim();
    for (const item of items) item.hidden = !plain(item.textContent).includes(wanted);
    left.textContent = `${items.filter((item) => !item.hidden).length} / ${items.length}`;
  };
  input.addEventListener("input", narrow);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault(); // plays nothing by accident
  });
  field.hidden = false;
  narrow();
}
