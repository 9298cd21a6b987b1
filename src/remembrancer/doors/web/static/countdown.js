// Windows that close by themselves, counted down. The server said how long is left; what comes when
// nothing is left is on the page that it gives then.

const loaded = performance.now();
const counted = [...document.querySelectorAll("[data-left]")];

function span(seconds) {
  if (seconds < 60) return "less than a minute";
  const said = [];
  let left = seconds;
  for (const [unit, name] of [[86400, "day"], [3600, "hour"], [60, "minute"]]) {
    const count = Math.floor(left / unit);
    left -= count * unit;
    if (count) said.push(`${count} ${name}${count > 1 ? "s" : ""}`);
    else if (said.length) break;
  }
  return said.slice(0, 2).join(" ");
}

function show() {
  const gone = (performance.now() - loaded) / 1000;
  for (const place of counted) {
    const left = Math.max(0, Math.floor(Number(place.dataset.left) - gone));
    const text = left > 0 ? span(left) : "nothing";
    if (place.textContent !== text) place.textContent = text;
    const ring = place.closest(".clock-card")?.querySelector(".ring");
    if (ring) {
      const share = (100 * left) / Math.max(1, Number(ring.dataset.whole));
      ring.querySelector(".over").setAttribute("stroke-dasharray", `${share.toFixed(1)} 100`);
    }
  }
}

if (counted.length) setInterval(show, 1000);
