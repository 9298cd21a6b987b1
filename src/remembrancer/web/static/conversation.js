// A conversation: what is known beside it stays true, and suggestions fill the field, no more.

const known = document.querySelector("#known[data-from]");
const field = document.querySelector("form.ask input");

document.addEventListener("click", (event) => {
  const chip = event.target.closest("[data-fill]");
  if (!chip || !field) return;
  event.preventDefault();
  field.value = chip.dataset.fill;
  field.focus();
});

if (known) {
  const changes = new EventSource(`/live?subject=${encodeURIComponent(known.dataset.subject)}`);
  changes.addEventListener("ready", () => document.body.setAttribute("data-live", "yes"));
  changes.addEventListener("change", async () => {
    const answer = await fetch(known.dataset.from);
    if (answer.ok && !answer.redirected) known.innerHTML = await answer.text();
  });
}
