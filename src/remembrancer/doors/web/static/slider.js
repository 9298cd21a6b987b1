// The slider through time of a page. What was known then takes its place in the page.

const slider = document.querySelector(".slider");
const place = document.querySelector("#then");
const tense = document.querySelector("#tense");
let asked = 0;
let pause;

async function show(link) {
  const number = ++asked;
  const answer = await fetch(link.href);
  if (number !== asked) return;
  if (!answer.ok || answer.redirected) {
    location.href = link.href;
    return;
  }
  // The server's own page: its texts were escaped there, and scripts in it do not run.
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (number !== asked) return;
  place.replaceChildren(...page.querySelector("#then").childNodes);
  if (tense) tense.textContent = page.querySelector("#tense").textContent;
  history.replaceState(null, "", link.href);
  place.dispatchEvent(new Event("replaced"));
}

if (slider) {
  const range = slider.querySelector("input");
  const told = slider.querySelector("output");
  const links = [...slider.querySelectorAll(".points a")];
  slider.querySelector(".sliding").hidden = false;
  slider.classList.add("slides");
  range.addEventListener("input", () => {
    const link = links[range.value];
    told.value = link.dataset.day;
    range.setAttribute("aria-valuetext", told.value);
    clearTimeout(pause);
    pause = setTimeout(() => show(link), 120);
  });
}
