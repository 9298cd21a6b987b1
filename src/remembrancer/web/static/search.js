// Search while somebody types: the answers stand below the field, and arrow keys walk through them.

const form = document.querySelector("form.find");
const field = form?.querySelector("input");
const place = form?.querySelector(".found-here");
let asked = 0;

async function look() {
  const wanted = field.value.trim();
  const number = ++asked;
  if (wanted.length < 2) {
    place.hidden = true;
    return;
  }
  const answer = await fetch(`/search?part=1&q=${encodeURIComponent(wanted)}`);
  if (number !== asked || !answer.ok) return;
  place.innerHTML = await answer.text(); // the server's own page, escaped there
  place.hidden = false;
}

function walk(step) {
  const links = [...place.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement) + step;
  (links[at] ?? field).focus();
}

let pause;
field?.addEventListener("input", () => {
  clearTimeout(pause);
  pause = setTimeout(look, 120);
});
form?.addEventListener("keydown", (event) => {
  if (event.key === "Escape") place.hidden = true;
  else if (event.key === "ArrowDown") walk(1);
  else if (event.key === "ArrowUp") walk(-1);
  else return;
  event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  // A field of a dialog that was just closed may have the focus for a moment longer.
  const typing = event.target.closest("input, textarea, select")?.checkVisibility();
  if (event.key === "/" && !typing) {
    event.preventDefault();
    field?.focus();
  }
});
document.addEventListener("click", (event) => {
  if (place && !form.contains(event.target)) place.hidden = true;
});
