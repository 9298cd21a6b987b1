// Acts that wait a moment before they are done, so that they can be taken back.

const notes = document.querySelector("#acts-waiting");
const waiting = []; // the last one last

export function say(text, button) {
  const note = document.createElement("div");
  note.className = "toast";
  note.append(text);
  if (button) note.append(button);
  notes.append(note);
  return note;
}

export function tell(text) {
  const note = say(text);
  setTimeout(() => note.remove(), 6000);
}

export const isWaiting = () => waiting.length > 0;

// `done` is called once the wait is over, `left` if the page is left before, `undone` if it is
// taken back.
export function wait(text, { done, left, undone }) {
  const one = { done, left, undone };
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Undo (u)";
  button.addEventListener("click", () => takeBack(one));
  one.note = say(text, button);
  one.timer = setTimeout(() => {
    leave(one);
    done();
  }, Number(notes.dataset.undoSeconds) * 1000);
  waiting.push(one);
}

export function takeBack(one = waiting.at(-1)) {
  if (!waiting.includes(one)) return;
  leave(one);
  one.undone();
}

function leave(one) {
  clearTimeout(one.timer);
  one.note.remove();
  waiting.splice(waiting.indexOf(one), 1);
}

// Whether a script's request led to the door because the visit is over.
export function isOver(answer, text = "Your visit is over, and it was not done.") {
  if (!answer.redirected || !new URL(answer.url).pathname.startsWith("/sign-in")) return false;
  end(text);
  return true;
}

let over; // what is said of a visit that ended, once

export function end(text) {
  const link = document.createElement("a");
  link.href = `/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`;
  link.textContent = "Sign in";
  const isTold = over?.textContent.startsWith("Your visit is over, and");
  if (!isTold) over?.remove();
  if (!isTold) over = say(text, link);
}

// Whoever leaves has decided: what still waits is sent.
addEventListener("pagehide", () => {
  for (const one of [...waiting]) {
    leave(one);
    one.left();
  }
});
