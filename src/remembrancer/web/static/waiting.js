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
    end(one);
    done();
  }, Number(notes.dataset.undoSeconds) * 1000);
  waiting.push(one);
}

export function takeBack(one = waiting.at(-1)) {
  if (!waiting.includes(one)) return;
  end(one);
  one.undone();
}

function end(one) {
  clearTimeout(one.timer);
  one.note.remove();
  waiting.splice(waiting.indexOf(one), 1);
}

// Whether a script's request was answered, or led to the door because the visit is over.
export function isOver(answer) {
  if (!answer.redirected || !new URL(answer.url).pathname.startsWith("/sign-in")) return false;
  const link = document.createElement("a");
  link.href = `/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`;
  link.textContent = "Sign in";
  say("Your visit is over, and it was not done.", link);
  return true;
}

// Whoever leaves has decided: what still waits is sent.
addEventListener("pagehide", () => {
  for (const one of [...waiting]) {
    end(one);
    one.left();
  }
});
