// The queue by keyboard. An act waits a moment, in which it can be taken back; then it is sent.

import { end, isOver, isWaiting, takeBack, tell, wait } from "./waiting.js";

const form = document.querySelector("#decide");
const list = document.querySelector(".queue");
const place = document.querySelector("#case");
const count = document.querySelector("#waiting-count");
const picked = document.querySelector("#picked");
const fresh = document.querySelector("#fresh");
const isUsed = fresh.dataset.list === "used";

const rows = () => [...list.querySelectorAll("li:not(.leaving)")];
const current = () => list?.querySelector("li[aria-current]");

function titleOf(row) {
  return row.querySelector("a").textContent.slice(0, 60);
}

// The case of an item as the server tells it now; null: it is gone, or the visit is over.
async function caseOf(id) {
  const answer = await fetch(`/corporate-memory/admin/items/${encodeURIComponent(id)}`);
  if (isOver(answer, "Your visit is over.") || !answer.ok) return null;
  const made = document.createElement("template");
  made.innerHTML = await answer.text(); // the server's own page, escaped there
  return made.content.querySelector(".case");
}

// Whether an item is one for this list.
function belongs({ review, lifecycle }) {
  const wanted = isUsed ? ["approved", "mandatory"] : ["pending"];
  return lifecycle === "active" && wanted.includes(review);
}

// What is shown is what is decided on: the row takes over the version of its case.
function renew(row, told) {
  row.dataset.version = told.dataset.version;
  row.querySelector("a").textContent = told.querySelector("h2").textContent;
  if (row === current()) place.replaceChildren(told);
}

async function show(row) {
  current()?.removeAttribute("aria-current");
  if (!row) {
    place.replaceChildren();
    return;
  }
  row.setAttribute("aria-current", "true");
  row.scrollIntoView({ block: "nearest" });
  const told = await caseOf(row.dataset.id);
  if (row !== current()) return;
  if (told) renew(row, told);
  else place.replaceChildren();
}

function step(by) {
  const all = rows();
  show(all[Math.min(Math.max(all.indexOf(current()) + by, 0), all.length - 1)]);
}

function chosen() {
  const all = rows().filter((row) => row.querySelector("input").checked);
  return all.length ? all : current() ? [current()] : [];
}

function begin(act, fields = {}, about = chosen()) {
  if (!about.length) return;
  const next = rows().find((row) => !about.includes(row) && after(row, about)) ??
    rows().findLast((row) => !about.includes(row));
  for (const row of about) {
    row.classList.add("leaving");
    row.querySelector("input").checked = false;
  }
  const what = about.length > 1 ? `${about.length} items` : `“${titleOf(about[0])}”`;
  const one = { act, fields, about };
  wait(`${act[0].toUpperCase()}${act.slice(1)}: ${what}`, {
    done: () => send(one),
    left: () => navigator.sendBeacon(form.action, body(one)),
    undone: () => {
      back(about);
      show(about[0]);
    },
  });
  tally();
  show(next);
}

function back(about) {
  for (const row of about) row.classList.remove("leaving");
  tally();
}

// How many wait, of those on this page, and how many are selected.
function tally() {
  if (count && !count.textContent.endsWith("+")) count.textContent = rows().length;
  const marked = rows().filter((row) => row.querySelector("input").checked).length;
  picked.hidden = !marked;
  picked.textContent = `${marked} selected`;
}

function after(row, about) {
  return Boolean(about[0].compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING);
}

function body(one) {
  const data = new URLSearchParams({ act: one.act, script: "1", ...one.fields });
  data.set("form_key", form.elements.form_key.value);
  for (const row of one.about) {
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
    back(one.about);
    if (!isOver(answer)) tell("It was not done. Load the page again.");
    return;
  }
  for (const told of (await answer.json()).decided) {
    const row = one.about.find((row) => row.dataset.id === told.id);
    if (told.error) tell(told.error);
    const stays = told.error || one.act === "edit" || (isUsed && one.act === "mandate");
    if (stays) await look(row);
    else row.remove();
  }
  tally();
}

// Looks at an item again: its row shows what it says now, or leaves the list.
async function look(row, leaves = () => {}) {
  const told = await caseOf(row.dataset.id);
  if (told && belongs(told.dataset)) {
    row.classList.remove("leaving");
    renew(row, told);
    return true;
  }
  leaves();
  if (row === current()) step(1);
  if (row === current()) show(null);
  row.remove();
  tally();
  return false;
}

function ask(title, fields) {
  const dialog = document.querySelector("#ask");
  if (dialog.open) return Promise.resolve(null);
  dialog.querySelector("h2").textContent = title;
  const holder = dialog.querySelector(".fields");
  holder.replaceChildren(
    ...fields.map(({ name, label, value = "", many = false, required = false }) => {
      const field = document.createElement(many ? "textarea" : "input");
      Object.assign(field, { name, value, required, dir: "auto" });
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

async function askAndBegin(act, title, fields, about) {
  const given = await ask(title, fields);
  if (given) begin(act, given, about);
}

const WHY = { name: "reason", label: "Reason", required: true };
const acts = {
  approve: () => begin("approve"),
  reject: () =>
    askAndBegin("reject", "Reject: why?", [{ name: "reason", label: "Reason, for whoever brought it" }]),
  revoke: () => askAndBegin("revoke", "Revoke: no agent relies on it any more", [WHY]),
  mandate: () =>
    askAndBegin("mandate", "Mandate: binding for every agent", [
      WHY,
      { name: "audience", label: "For whom (empty: everybody), for example group:finance" },
    ]),
  edit: async () => {
    const row = current();
    const told = row && (await caseOf(row.dataset.id));
    if (!told) return;
    renew(row, told);
    const { title, content } = told.dataset;
    const fields = [
      { name: "title", label: "Title", value: title },
      { name: "content", label: "What it says", value: content, many: true, required: true },
      { name: "reason", label: "Why" },
    ];
    askAndBegin("edit", "Edit", fields, [row]);
  },
  help: () => document.querySelector("#keys").showModal(),
  undo: () => takeBack(),
  select: () => {
    const box = current()?.querySelector("input");
    if (box) box.checked = !box.checked;
    tally();
  },
};
const deciding = isUsed ? { r: "revoke" } : { a: "approve", r: "reject" };
const keys = { ...deciding, m: "mandate", e: "edit", u: "undo", x: "select", "?": "help" };

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
form?.addEventListener("change", tally);
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
const bringing = isUsed
  ? ["item.add", "review.approve", "review.mandate"]
  : ["item.add", "item.restore", "item.share", "item.supersede"];
const brought = new Set();
const changes = new EventSource("/live");
changes.addEventListener("ready", () => document.body.setAttribute("data-live", "yes"));
changes.addEventListener("over", () => {
  changes.close();
  end("Your visit is over.");
});
changes.addEventListener("change", async (event) => {
  const { action, actor, item_id: id } = JSON.parse(event.data);
  const row = list?.querySelector(`li[data-id="${CSS.escape(id)}"]`);
  if (row?.classList.contains("leaving")) return;
  if (row) {
    const say = (did) => actor !== fresh.dataset.me && tell(`${actor} ${did} “${titleOf(row)}”`);
    if (await look(row, () => say("decided on"))) say("changed");
  } else if (bringing.includes(action)) {
    const told = await caseOf(id);
    if (!told || !belongs(told.dataset)) return;
    brought.add(id);
    fresh.hidden = false;
    fresh.querySelector("b").textContent = brought.size;
  }
});
