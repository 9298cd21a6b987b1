// The picture of the graph: zoom and move. Without this it is shown whole, and can be walked too.

const CLOSEST = 6; // times as large as the whole
const STEP = 1.3;
const FAR = 40; // of the picture's units, that an arrow key moves
const STILL = 4; // pixels that a click may slip

const shown = (picture) => [...picture.querySelectorAll("svg")].find((one) => one.clientWidth > 0);
const numbers = (text) => text.split(" ").map(Number);

function look(svg, [x, y, width, height]) {
  svg.dataset.whole ??= svg.getAttribute("viewBox");
  const [, , most, tall] = numbers(svg.dataset.whole);
  const wide = Math.min(Math.max(width, most / CLOSEST), most);
  const high = wide * (tall / most);
  const left = Math.min(Math.max(x + (width - wide) / 2, 0), most - wide);
  const top = Math.min(Math.max(y + (height - high) / 2, 0), tall - high);
  svg.setAttribute("viewBox", [left, top, wide, high].join(" "));
  svg.classList.toggle("moved", wide < most);
}

const box = (svg) => numbers(svg.getAttribute("viewBox"));

function zoom(svg, times, at = [0.5, 0.5]) {
  const [x, y, width, height] = box(svg);
  const [wide, high] = [width / times, height / times];
  look(svg, [x + (width - wide) * at[0], y + (height - high) * at[1], wide, high]);
}

function move(svg, right, down) {
  const [x, y, width, height] = box(svg);
  look(svg, [x + right, y + down, width, height]);
}

function whole(svg) {
  if (svg.dataset.whole) look(svg, numbers(svg.dataset.whole));
}

const KEYS = {
  "+": (svg) => zoom(svg, STEP),
  "=": (svg) => zoom(svg, STEP),
  "-": (svg) => zoom(svg, 1 / STEP),
  0: whole,
  ArrowLeft: (svg) => move(svg, -FAR, 0),
  ArrowRight: (svg) => move(svg, FAR, 0),
  ArrowUp: (svg) => move(svg, 0, -FAR),
  ArrowDown: (svg) => move(svg, 0, FAR),
};
const BUTTONS = { in: KEYS["+"], out: KEYS["-"], all: whole };

function drag(picture) {
  let held;
  let slipped = false;
  picture.addEventListener("pointerdown", (event) => {
    slipped = false;
    const svg = shown(picture);
    if (event.button === 0 && svg.classList.contains("moved")) held = [svg, event.clientX, event.clientY];
  });
  picture.addEventListener("pointermove", (event) => {
    if (!held) return;
    const [svg, x, y] = held;
    const [right, down] = [x - event.clientX, y - event.clientY];
    if (!slipped && Math.hypot(right, down) < STILL) return;
    slipped = true;
    picture.setPointerCapture(event.pointerId);
    const share = box(svg)[2] / svg.clientWidth;
    move(svg, right * share, down * share);
    held = [svg, event.clientX, event.clientY];
  });
  for (const end of ["pointerup", "pointercancel"]) picture.addEventListener(end, () => { held = undefined; });
  picture.addEventListener("click", (event) => { if (slipped) event.preventDefault(); }, true);
  picture.addEventListener("dragstart", (event) => event.preventDefault());
}

function prepare() {
  const picture = document.querySelector(".picture");
  if (!picture) return;
  picture.tabIndex = 0;
  picture.addEventListener("keydown", (event) => {
    const act = KEYS[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    const svg = shown(picture);
    if (event.key.startsWith("Arrow") && !svg.classList.contains("moved")) return; // the page scrolls
    event.preventDefault();
    act(svg);
  });
  // A pinch, or a wheel with the control key: a wheel alone scrolls the page as everywhere.
  picture.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const svg = shown(picture);
    const at = svg.getBoundingClientRect();
    const place = [(event.clientX - at.left) / at.width, (event.clientY - at.top) / at.height];
    zoom(svg, event.deltaY < 0 ? STEP : 1 / STEP, place);
  }, { passive: false });
  drag(picture);
  for (const button of document.querySelectorAll("[data-zoom]")) {
    button.addEventListener("click", () => BUTTONS[button.dataset.zoom](shown(picture)));
  }
}

prepare();
document.querySelector("#then").addEventListener("replaced", prepare);
