// The picture of a chain begins where this decision is. Without this it begins with the first cause.

const drawn = document.querySelector(".drawn");
const here = drawn?.querySelector(".here");
if (here && drawn.scrollWidth > drawn.clientWidth) {
  const [frame, box] = [drawn.getBoundingClientRect(), here.getBoundingClientRect()];
  drawn.scrollLeft += box.left - frame.left - (frame.width - box.width) / 2;
}
