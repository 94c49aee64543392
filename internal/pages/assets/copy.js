// Copies the address that a page asks to be kept.
const keep = document.querySelector(".keep");
const field = keep.querySelector("input");
const button = keep.querySelector("button");
const said = keep.querySelector("[role=status]");

async function copy() {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch { // there is none, as on pages of http, or it is refused
    return document.execCommand("copy");
  }
}

button.addEventListener("click", async () => {
  said.textContent = "";
  said.textContent = await copy() ? said.dataset.copied : said.dataset.selected;
});
button.hidden = false;
