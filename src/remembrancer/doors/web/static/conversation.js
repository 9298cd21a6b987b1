// A conversation: what is known beside it stays true, and Enter sends what was written.

const known = document.querySelector("#known[data-from]");
const form = document.querySelector("#say");

form?.querySelector("textarea").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit(form.querySelector("button.main"));
});

// Who clicks twice has said it once.
form?.addEventListener("submit", (event) => {
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});
addEventListener("pageshow", () => form?.removeAttribute("data-sent"));

if (known) {
  const changes = new EventSource(`/live?subject=${encodeURIComponent(known.dataset.subject)}`);
  changes.addEventListener("ready", () => document.body.setAttribute("data-live", "yes"));
  changes.addEventListener("change", async () => {
    const answer = await fetch(known.dataset.from);
    if (answer.ok && !answer.redirected) known.innerHTML = await answer.text();
  });
}
