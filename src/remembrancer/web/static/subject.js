// A subject: the slider through time, and entries that are dismissed with a moment to think again.

import { isOver, takeBack, tell, wait } from "./waiting.js";

const slider = document.querySelector(".slider");
if (slider) {
  const range = slider.querySelector("input");
  const told = slider.querySelector("output");
  const links = [...slider.querySelectorAll(".points a")];
  slider.querySelector(".sliding").hidden = false;
  slider.classList.add("slides");
  range.addEventListener("input", () => {
    told.value = links[range.value].dataset.day;
    range.setAttribute("aria-valuetext", told.value);
  });
  range.addEventListener("change", () => {
    location.href = links[range.value].href;
  });
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form.dismiss");
  if (!form) return;
  event.preventDefault();
  const row = form.closest("li");
  const body = new URLSearchParams(new FormData(form));
  row.hidden = true;
  wait("Dismissed.", {
    done: async () => {
      const answer = await fetch(form.action, { method: "POST", body, keepalive: true });
      if (isOver(answer) || !answer.ok) {
        row.hidden = false;
        if (!answer.ok) tell("It was not dismissed. Load the page again.");
      } else row.remove();
    },
    left: () => navigator.sendBeacon(form.action, body),
    undone: () => {
      row.hidden = false;
    },
  });
});

addEventListener("keydown", (event) => {
  if (event.key === "u" && !event.target.closest("input, textarea, select")) takeBack();
});
