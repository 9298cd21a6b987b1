// Buttons that wait a moment before their form is sent, in which the act can be taken back.

import { isOver, takeBack, tell, wait } from "./waiting.js";

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter;
  const told = button?.dataset.waits;
  if (!told) return;
  event.preventDefault();
  const row = button.closest("[data-row]");
  const action = button.hasAttribute("formaction") ? button.formAction : form.action;
  const body = new URLSearchParams(new FormData(form, button));
  const next = row.nextElementSibling ?? row.previousElementSibling;
  row.hidden = true;
  next?.querySelector("a, button")?.focus();
  wait(told, {
    done: async () => {
      const answer = await fetch(action, { method: "POST", body, keepalive: true });
      const isDone = answer.ok && !isOver(answer);
      if (!isDone) row.hidden = false;
      if (!answer.ok) tell("It was not done. Load the page again.");
      else if (isDone && row.dataset.row === "page") location.reload();
      else if (isDone) row.remove();
    },
    left: () => navigator.sendBeacon(action, body),
    undone: () => {
      row.hidden = false;
      row.querySelector("a, button")?.focus();
    },
  });
});

addEventListener("keydown", (event) => {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (event.key === "u" && isPlain && !event.target.closest("input:not([type=range]), textarea, select")) {
    takeBack();
  }
});
