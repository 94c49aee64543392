// Says what the author earns at the price that is typed.
const said = document.querySelector(".earning");
const price = document.querySelector("#price");

// unitsOf reads a price as the server does, in its smallest unit.
function unitsOf(text) {
  const match = /^\s*(\d{1,6})(?:[.,](\d{0,2}))?\s*$/.exec(text);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0")) : 0;
}

function say() {
  const whole = unitsOf(price.value);
  if (!whole) return void (said.textContent = said.dataset.else);
  const step = Number(said.dataset.step);
  const rest = whole - Math.floor((whole * Number(said.dataset.share) + 5000 * step) / (10000 * step)) * step;
  const decimals = step > 1 ? 0 : 2;
  const figures = new Intl.NumberFormat(`${document.documentElement.lang}-u-nu-latn`, { minimumFractionDigits: decimals });
  const written = (units) => `${figures.format(units / 100)} ${said.dataset.currency}`;
  said.textContent = said.dataset.says.replace("{earned}", written(rest)).replace("{price}", written(whole));
}

if (said && price) price.addEventListener("input", say);
