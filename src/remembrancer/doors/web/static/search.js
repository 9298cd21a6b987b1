// Search while somebody types: the answers stand below the field, and arrow keys walk through them.

const form = document.querySelector("form.find");
const field = form?.querySelector("input");
const place = form?.querySelector(".found-here");
let asked = 0;

function close() {
  asked += 1; // what is still on its way comes too late
  place.hidden = true;
}

async function look() {
  const wanted = field.value.trim();
  if (wanted.length < 2) return close();
  const number = ++asked;
  const answer = await fetch(`/search?part=1&q=${encodeURIComponent(wanted)}`);
  if (number !== asked) return;
  if (answer.redirected) location.href = answer.url; // the visit is over: to the door
  if (answer.redirected || !answer.ok) return;
  place.innerHTML = await answer.text(); // the server's own page, escaped there
  place.hidden = false;
}

function walk(step) {
  const links = [...place.querySelectorAll("li > a, .all a")];
  const at = links.indexOf(document.activeElement) + step;
  (links[at] ?? field).focus();
}

let pause;
field?.addEventListener("input", () => {
  clearTimeout(pause);
  pause = setTimeout(look, 120);
});
form?.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    close();
    field.focus();
  } else if (event.key === "ArrowDown") walk(1);
  else if (event.key === "ArrowUp") walk(-1);
  else return;
  event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  // A field of a dialog that was just closed may have the focus for a moment longer.
  const typing = event.target.closest("input:not([type=checkbox]), textarea, select");
  if (event.key === "/" && !typing?.checkVisibility() && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    field?.focus();
    field?.select();
  }
});
document.addEventListener("click", (event) => {
  if (place && !form.contains(event.target)) close();
});
form?.addEventListener("focusout", (event) => {
  if (event.relatedTarget && !form.contains(event.relatedTarget)) close();
});
