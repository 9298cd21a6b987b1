// The queue by keyboard. An act waits a moment, in which it can be taken back; then it is sent.

import { isOver, isWaiting, takeBack, tell, wait } from "./waiting.js";

const form = document.querySelector("#decide");
const list = document.querySelector(".queue");
const place = document.querySelector("#case");
const count = document.querySelector("#waiting-count");

const rows = () => [...list.querySelectorAll("li:not(.leaving)")];
const current = () => list.querySelector("li[aria-current]");

function titleOf(row) {
  return row.dataset.title || row.dataset.content;
}

async function show(row) {
  current()?.removeAttribute("aria-current");
  if (!row) {
    place.replaceChildren();
    return;
  }
  row.setAttribute("aria-current", "true");
  row.scrollIntoView({ block: "nearest" });
  const answer = await fetch(`/corporate-memory/admin/items/${encodeURIComponent(row.dataset.id)}`);
  if (row !== current()) return;
  place.innerHTML = answer.ok ? await answer.text() : "<p class=nothing>It is gone.</p>";
}

function step(by) {
  const all = rows();
  show(all[Math.min(Math.max(all.indexOf(current()) + by, 0), all.length - 1)]);
}

function chosen() {
  const picked = rows().filter((row) => row.querySelector("input").checked);
  return picked.length ? picked : current() ? [current()] : [];
}

function begin(act, fields = {}) {
  const picked = chosen();
  if (!picked.length) return;
  const next = rows().find((row) => !picked.includes(row) && after(row, picked)) ??
    rows().findLast((row) => !picked.includes(row));
  for (const row of picked) {
    row.classList.add("leaving");
    row.querySelector("input").checked = false;
  }
  const what = picked.length > 1 ? `${picked.length} items` : `“${titleOf(picked[0]).slice(0, 60)}”`;
  const one = { act, fields, picked };
  wait(`${act[0].toUpperCase()}${act.slice(1)}: ${what}`, {
    done: () => send(one),
    left: () => navigator.sendBeacon(form.action, body(one)),
    undone: () => {
      for (const row of picked) row.classList.remove("leaving");
      tally();
      show(picked[0]);
    },
  });
  tally();
  show(next);
}

// How many wait, of those on this page.
function tally() {
  if (count && !count.textContent.endsWith("+")) count.textContent = rows().length;
}

function after(row, picked) {
  return Boolean(picked[0].compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING);
}

function body(one) {
  const data = new URLSearchParams({ act: one.act, script: "1", ...one.fields });
  data.set("form_key", form.elements.form_key.value);
  for (const row of one.picked) {
    data.append("id", row.dataset.id);
    data.append("seen", row.dataset.version);
  }
  return data;
}

let sending = 0; // acts that the server has not answered yet

async function send(one) {
  sending += 1;
  try {
    await sent(one);
  } finally {
    sending -= 1;
  }
  if (!list.querySelector("li") && !sending && !isWaiting()) location.reload();
}

async function sent(one) {
  const answer = await fetch(form.action, { method: "POST", body: body(one), keepalive: true });
  const isDone = answer.ok && answer.headers.get("content-type")?.includes("json");
  if (!isDone) {
    for (const row of one.picked) row.classList.remove("leaving");
    tally();
    if (!isOver(answer)) tell("It was not done. Load the page again.");
    return;
  }
  for (const told of (await answer.json()).decided) {
    const row = list.querySelector(`li[data-id="${CSS.escape(told.id)}"]`);
    if (told.error) {
      row?.classList.remove("leaving");
      tell(told.error);
    } else if (one.act === "edit") {
      location.reload();
    } else row?.remove();
  }
  tally();
}

function ask(title, fields) {
  const dialog = document.querySelector("#ask");
  dialog.querySelector("h2").textContent = title;
  const holder = dialog.querySelector(".fields");
  holder.replaceChildren(
    ...fields.map(({ name, label, value = "", many = false, required = false }) => {
      const field = document.createElement(many ? "textarea" : "input");
      Object.assign(field, { name, value, required });
      if (many) field.rows = 5;
      const around = document.createElement("label");
      around.append(label, field);
      return around;
    }),
  );
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => {
      if (dialog.returnValue !== "go") return done(null);
      const named = [...holder.querySelectorAll("input, textarea")];
      done(Object.fromEntries(named.map((field) => [field.name, field.value])));
    }, { once: true });
  });
}

const acts = {
  approve: () => begin("approve"),
  reject: async () => {
    const given = await ask("Reject: why?", [{ name: "reason", label: "Reason, for whoever brought it" }]);
    if (given) begin("reject", given);
  },
  mandate: async () => {
    const given = await ask("Mandate: binding for every agent", [
      { name: "reason", label: "Reason", required: true },
      { name: "audience", label: "For whom (empty: everybody), for example group:finance" },
    ]);
    if (given) begin("mandate", given);
  },
  edit: async () => {
    const row = current();
    if (!row) return;
    const given = await ask("Edit", [
      { name: "title", label: "Title", value: row.dataset.title },
      { name: "content", label: "What it says", value: row.dataset.content, many: true, required: true },
      { name: "reason", label: "Why" },
    ]);
    if (given) begin("edit", given);
  },
  help: () => document.querySelector("#keys").showModal(),
  undo: () => takeBack(),
  select: () => {
    const box = current()?.querySelector("input");
    if (box) box.checked = !box.checked;
    step(1);
  },
};
const keys = { a: "approve", r: "reject", m: "mandate", e: "edit", u: "undo", x: "select", "?": "help" };

addEventListener("keydown", (event) => {
  // A field of a dialog that was just closed may have the focus for a moment longer.
  const field = event.target.closest("input:not([type=checkbox]), textarea, select, dialog");
  const typing = field?.checkVisibility();
  if (!form || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "j" || event.key === "k") step(event.key === "j" ? 1 : -1);
  else if (keys[event.key]) acts[keys[event.key]]();
  else return;
  event.preventDefault();
});
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  acts[event.submitter?.value]?.();
});
form?.addEventListener("click", (event) => {
  const act = event.target.closest("[data-do]")?.dataset.do;
  if (act) acts[act]();
  const link = event.target.closest(".queue a");
  if (link) {
    event.preventDefault();
    show(link.closest("li"));
  }
});

// When others act, their acts show here.
if (form) {
  const fresh = document.querySelector("#fresh");
  let brought = 0;
  const changes = new EventSource("/live");
  changes.addEventListener("ready", () => document.body.setAttribute("data-live", "yes"));
  changes.addEventListener("change", (event) => {
    const told = JSON.parse(event.data);
    if (told.action === "item.add") {
      brought += 1;
      fresh.hidden = false;
      fresh.querySelector("b").textContent = brought;
    }
    const row = list.querySelector(`li[data-id="${CSS.escape(told.item_id)}"]:not(.leaving)`);
    if (row && told.action.startsWith("review.") && told.action !== "review.edit") {
      tell(`${told.actor} decided on “${titleOf(row).slice(0, 60)}”`);
      if (row === current()) step(1);
      row.remove();
      tally();
    }
  });
}
