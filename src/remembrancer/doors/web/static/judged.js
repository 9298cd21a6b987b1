// What the engine did by itself, by keyboard: j and k move, z undoes the act that is marked.

import "./acts.js";

const rows = () => [...document.querySelectorAll("[data-row]:not([hidden])")];
const current = () => rows().find((row) => row.hasAttribute("aria-current"));

function mark(row) {
  current()?.removeAttribute("aria-current");
  row?.setAttribute("aria-current", "true");
}

function step(by) {
  const all = rows();
  const row = all[Math.min(Math.max(all.indexOf(current()) + by, 0), all.length - 1)];
  row?.focus();
  row?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("focusin", (event) => {
  const row = event.target.closest("[data-row]");
  if (row) mark(row);
});

addEventListener("keydown", (event) => {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isPlain || event.target.closest("input, textarea, select, dialog")) return;
  if (event.key === "j" || event.key === "k") step(event.key === "j" ? 1 : -1);
  else if (event.key === "z") current()?.querySelector("button[data-waits]")?.click();
  else return;
  event.preventDefault();
});

mark(rows().find((row) => row.querySelector("button")) ?? rows()[0]);
