// Shows in the page of a model how its files are read, while they are: the server says so as events, or is asked now and then where those
// don't come through. What it sends are the parts of the page that change, made by the same templates.
const patience = 10; // seconds until the first event
const pause = 5; // seconds between two questions
const last = 3; // questions after all is read: a picture of all files is drawn behind them
const path = document.querySelector("[data-follow]").dataset.follow;
const spoken = `?lang=${encodeURIComponent(document.documentElement.lang)}`; // that of the page, whatever the browser prefers

// keyOf finds a button again in parts that were replaced.
const keyOf = (element) => element && `${element.form?.action} ${element.value} ${element.href}`;

function show(html) {
  const sent = new DOMParser().parseFromString(html, "text/html");
  for (const fresh of sent.querySelectorAll("[data-live]")) {
    const old = document.getElementById(fresh.id);
    if (!old || old.innerHTML === fresh.innerHTML) continue;
    const held = old.contains(document.activeElement) ? keyOf(document.activeElement) : "";
    old.replaceChildren(...fresh.childNodes);
    if (held) [...old.querySelectorAll("a, button")].find((element) => keyOf(element) === held)?.focus();
  }
  return sent.querySelector("[data-over]") !== null;
}

class Reading {
  start() {
    this.stop();
    if (document.hidden || this.over) return;
    if (typeof EventSource === "undefined" || this.deaf) return this.ask(this.turn);
    this.source = new EventSource(`${path}/events${spoken}`);
    this.timer = setTimeout(() => this.giveUp(), patience * 1000);
    this.source.addEventListener("reading", (event) => { clearTimeout(this.timer); show(event.data); });
    this.source.addEventListener("over", () => { this.over = true; this.stop(); });
    this.source.addEventListener("error", () => { if (this.source?.readyState === EventSource.CLOSED) this.giveUp(); });
  }

  // giveUp asks from then on.
  giveUp() {
    this.deaf = true;
    this.start();
  }

  async ask(turn) {
    const answer = await fetch(`${path}/reading${spoken}`, { redirect: "manual" }).catch(() => null);
    if (turn !== this.turn) return;
    if (answer?.ok) this.left = show(await answer.text()) ? (this.left ?? last) - 1 : last;
    else if (answer && answer.status !== 429 && answer.status < 500) this.left = 0; // signed out, or the model is gone
    this.over = this.left === 0;
    if (!this.over) this.timer = setTimeout(() => this.ask(turn), pause * 1000);
  }

  stop() {
    this.turn = (this.turn ?? 0) + 1; // who asks still is not heard any more
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  again() {
    this.over = false;
    this.left = last;
    this.start();
  }
}

const reading = new Reading();
document.addEventListener("visibilitychange", () => (document.hidden ? reading.stop() : reading.start()));
document.addEventListener("uploaded", () => reading.again());
if (!document.querySelector("[data-over]")) reading.start();
else reading.over = true;
