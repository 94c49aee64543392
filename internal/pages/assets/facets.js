// Says beside each choice of a list's filters how many models it leads to, once they are in sight.
const form = document.querySelector(".filters[data-counts]");
const language = document.documentElement.lang + "-u-nu-latn";
const exact = new Intl.NumberFormat(language);
const short = new Intl.NumberFormat(language, { notation: "compact" });
const plural = new Intl.PluralRules(language);

// many says a count in the words of an attribute of the form.
function many(name, count) {
  const forms = JSON.parse(form.dataset[name]);
  return (forms[plural.select(count)] ?? forms.other).replace("{n}", exact.format(count));
}

function span(name, text) {
  const made = document.createElement("span");
  made.className = name;
  made.textContent = text;
  return made;
}

// beside writes a number that is read as ", 12 models".
function beside(label, count, more) {
  const plus = more ? "+" : "";
  const number = span("number", short.format(count) + plus);
  number.ariaHidden = "true";
  label.append(" ", number, span("unseen", `, ${many(more ? "more" : "models", count)}`));
  label.classList.toggle("barren", count === 0 && !more);
}

function show({ counts, more }) {
  for (const box of form.querySelectorAll("input[type=checkbox]")) {
    const field = counts[box.name];
    if (field) beside(box.parentElement, field[box.value] ?? 0, more);
  }
  for (const option of form.querySelectorAll("option")) {
    const field = counts[option.parentElement.name];
    if (!field || !option.value) continue;
    const count = field[option.value] ?? 0;
    option.textContent += ` (${count || more ? exact.format(count) : form.dataset.none}${more ? "+" : ""})`;
  }
}

new IntersectionObserver(async (seen, observer) => {
  if (!seen.some((entry) => entry.isIntersecting)) return;
  observer.disconnect();
  try {
    const answer = await fetch(form.dataset.counts);
    if (answer.ok) show(await answer.json());
  } catch { // the line broke: filters work without numbers, as they do while the server has none and says 503
  }
}).observe(form);
