// Completes what is typed into the field for searches: a combobox with a list below it,
// as the authoring practices of WAI-ARIA have it, whose choice is made by hand.
const field = document.querySelector("#keywords");
const form = field.form;
const list = document.createElement("ul");
const said = document.createElement("span");
const language = document.documentElement.lang + "-u-nu-latn";
const plural = new Intl.PluralRules(language);
const wait = 150; // milliseconds without a key
let timer;
let asking = new AbortController();

list.id = "suggested";
list.className = "suggested";
list.role = "listbox";
list.ariaLabel = form.dataset.searches;
list.hidden = true;
said.role = "status";
said.className = "unseen";
form.append(list, said);
for (const [name, value] of Object.entries({
  role: "combobox", autocomplete: "off", "aria-autocomplete": "list", "aria-haspopup": "listbox", "aria-expanded": "false", "aria-controls": list.id,
})) field.setAttribute(name, value);

function open(shown) {
  list.hidden = !shown;
  field.ariaExpanded = String(shown);
  if (!shown) {
    activate(null);
    said.textContent = "";
  }
}

const active = () => list.querySelector("[aria-selected=true]");

function activate(option) {
  active()?.setAttribute("aria-selected", "false");
  option?.setAttribute("aria-selected", "true");
  option?.scrollIntoView({ block: "nearest" });
  if (option) field.setAttribute("aria-activedescendant", option.id);
  else field.removeAttribute("aria-activedescendant");
}

// many says a count in the words of an attribute of the form, in the place of {n}.
function many(name, count, number) {
  const forms = JSON.parse(form.dataset[name]);
  return (forms[plural.select(count)] ?? forms.other).replace("{n}", number);
}

function optionOf({ keywords, models, more }, i) {
  const option = document.createElement("li");
  const words = document.createElement("span");
  const number = document.createElement("span");
  const unit = document.createElement("span");
  option.id = `suggested-${i}`;
  option.role = "option";
  option.ariaSelected = "false";
  option.dataset.keywords = words.textContent = keywords;
  words.dir = "auto";
  number.className = "number";
  number.textContent = models.toLocaleString(language) + (more ? "+" : "");
  unit.className = "unseen";
  unit.textContent = " " + many("models", models, "").trim();
  number.append(unit);
  option.append(words, " ", number);
  return option;
}

function show(found) {
  list.replaceChildren(...found.map(optionOf));
  open(found.length > 0 && document.activeElement === field);
  if (!list.hidden) said.textContent = many("suggested", found.length, found.length.toLocaleString(language));
}

function forget() {
  clearTimeout(timer);
  asking.abort();
  show([]);
}

// ask shows what a text may become; nothing where the server can't say, as while it builds
// its index and answers 503, or where the line breaks. The search itself works without.
async function ask(typed, signal) {
  let found = [];
  try {
    const answer = await fetch("/suggest?" + new URLSearchParams({ q: typed }), { signal });
    if (answer.ok) found = await answer.json();
  } catch {
    if (signal.aborted) return; // more was typed meanwhile, which shows what it finds
  }
  show(found);
}

function choose(option) {
  field.value = option.dataset.keywords;
  form.requestSubmit();
}

field.addEventListener("input", () => {
  clearTimeout(timer);
  asking.abort();
  asking = new AbortController();
  const typed = field.value.trimStart().toLowerCase();
  activate(null);
  if (!typed || /\s$/.test(typed)) {
    show([]);
    return;
  }
  timer = setTimeout(ask, wait, typed, asking.signal);
});

field.addEventListener("keydown", (event) => {
  // These keys are the input method's while it composes. Safari sends the last of them afterwards, as 229.
  if (event.isComposing || event.keyCode === 229 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { children } = list;
  const at = [...children].indexOf(active());
  if ((event.key === "ArrowDown" || event.key === "ArrowUp") && children.length) {
    open(true);
    const next = event.key === "ArrowDown" ? at + 1 : (at < 0 ? children.length : at) - 1;
    activate(children[next] ?? null); // from either end back to what was typed
  } else if (event.key === "Enter" && at >= 0) {
    choose(children[at]);
  } else if (event.key === "Escape" && !list.hidden) {
    open(false);
  } else {
    if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) activate(null); // back into the text
    return;
  }
  event.preventDefault();
});

list.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
list.addEventListener("mousedown", (event) => event.preventDefault());
list.addEventListener("click", ({ target }) => {
  const option = target.closest("[role=option]");
  if (option) choose(option);
});
field.addEventListener("blur", forget);
form.addEventListener("submit", forget);
