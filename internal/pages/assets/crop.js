// Shows over a picture which part of it the numbers of the form name, and lets it be drawn, moved and resized. Without this script the
// numbers are written by hand; with a keyboard they are, too.
const form = document.querySelector("form.crop");
const picture = form.querySelector("img");
const fields = ["x", "y", "width", "height"].map((name) => form.elements[name]);
const most = [Number(form.dataset.width), Number(form.dataset.height)];
const least = most.map((side) => Math.min(64, side));
const part = document.createElement("div");
part.className = "part";
for (const corner of ["nw", "ne", "sw", "se"]) {
  const handle = document.createElement("span");
  handle.dataset.corner = corner;
  part.append(handle);
}
picture.after(part);
picture.draggable = false;
const said = document.createElement("p");
said.className = "note";
said.textContent = form.dataset.drag;
picture.parentElement.after(said);

const clamp = (value, from, to) => Math.min(Math.max(value, from), to);
const share = (value, side) => `${(100 * value) / most[side]}%`;

function show() {
  const [x, y, width, height] = fields.map((field) => Number(field.value) || 0);
  Object.assign(part.style, { left: share(x, 0), top: share(y, 1), width: share(width, 0), height: share(height, 1) });
}

// write sets the numbers to the part between two corners, which is at least so large that it can be stored.
function write(corners) {
  const numbers = [0, 0, 0, 0];
  for (const side of [0, 1]) {
    const ends = corners.map((corner) => clamp(Math.round(corner[side]), 0, most[side])).sort((a, b) => a - b);
    const size = Math.max(ends[1] - ends[0], least[side]);
    numbers[side] = Math.min(ends[0], most[side] - size);
    numbers[side + 2] = size;
  }
  fields.forEach((field, i) => { field.value = numbers[i]; });
  show();
}

// at is where in the picture the pointer is, in its pixels.
function at(event) {
  const box = picture.getBoundingClientRect();
  return [((event.clientX - box.left) / box.width) * most[0], ((event.clientY - box.top) / box.height) * most[1]];
}

let drag = null;

picture.parentElement.addEventListener("pointerdown", (event) => {
  if (event.button !== 0) return;
  event.preventDefault();
  const [x, y, width, height] = fields.map((field) => Number(field.value) || 0);
  const from = at(event);
  const corner = event.target.dataset.corner;
  if (corner) {
    const fixed = [corner.endsWith("w") ? x + width : x, corner.startsWith("n") ? y + height : y];
    drag = (to) => write([fixed, to]);
  } else if (event.target === part && (width < most[0] || height < most[1])) {
    drag = (to) => {
      const left = clamp(x + to[0] - from[0], 0, most[0] - width);
      const top = clamp(y + to[1] - from[1], 0, most[1] - height);
      write([[left, top], [left + width, top + height]]);
    };
  } else {
    drag = (to) => write([from, to]);
  }
  event.currentTarget.setPointerCapture(event.pointerId);
});
picture.parentElement.addEventListener("pointermove", (event) => drag?.(at(event)));
for (const end of ["pointerup", "pointercancel"]) picture.parentElement.addEventListener(end, () => { drag = null; });
for (const field of fields) field.addEventListener("input", show);
show();
