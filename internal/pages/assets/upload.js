// Sends the files of a form in parts (tus 1.0), so that they go on after a broken line, a pause or a reload of the page. Files and folders
// may be dropped anywhere. Without this script the form sends them whole.
const atOnce = 3;
const slice = 64 * 1024 * 1024; // bytes of one request: proxies between here and the server bound them
const longest = 30; // seconds between two tries
const version = { "Tus-Resumable": "1.0.0" };
const prefix = "vitrine-upload ";
const percent = new Intl.NumberFormat("en", { style: "percent" });

// What is under way is remembered here, since a page that is loaded again has lost the files.
const memory = {
  keys: () => {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    } catch {
      return [];
    }
  },
  get: (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set: (key, value) => {
    try {
      if (value) localStorage.setItem(key, value);
      else localStorage.removeItem(key);
    } catch {} // the browser keeps nothing: uploads still go on after a broken line
  },
};

const keyOf = (endpoint, file) => prefix + JSON.stringify([endpoint, file.name, file.size, file.lastModified]);
const base64 = (text) => btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
const wait = (seconds) => new Promise((done) => {
  const timer = setTimeout(done, seconds * 1000);
  addEventListener("online", () => { clearTimeout(timer); done(); }, { once: true });
});

function make(tag, { children = [], ...members } = {}) {
  const made = Object.assign(document.createElement(tag), members);
  made.append(...children);
  return made;
}

// Refused is a request that was answered with a problem; status 0: with nothing.
class Refused extends Error {
  constructor(status, { detail, header } = {}, after = 0) {
    super(detail || (status ? `The server answered ${status}.` : "The line is broken."));
    this.status = status;
    this.after = after;
    // A conflict passes only if it is about where to go on; another one is about the file's name.
    this.passing = status === 0 || status >= 500 || [408, 423, 429].includes(status) || status === 409 && header === "Upload-Offset";
  }
}

function faultOf(text) {
  try {
    const problem = JSON.parse(text);
    return problem.errors?.[0] ?? problem;
  } catch {
    return {};
  }
}

// send makes a request; only XMLHttpRequest tells how much of a body has left.
function send(method, address, headers, { body = null, began = () => {}, moved = () => {} } = {}) {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    for (const [name, value] of Object.entries({ ...version, ...headers })) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => moved(event.loaded);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) return done(request);
      const signedOut = request.status === 401 && { detail: "You are signed out: open this page again and sign in." };
      fail(new Refused(request.status, signedOut || faultOf(request.responseText), Number(request.getResponseHeader("Retry-After"))));
    };
    request.onerror = () => fail(new Refused(0));
    request.onabort = () => fail(new Refused(-1));
    began(request);
    request.send(body);
  });
}

// Upload is a file on its way, with its line in the list.
class Upload {
  constructor(list, file) {
    this.list = list;
    this.file = file;
    this.key = keyOf(list.endpoint, file);
    this.state = "waiting";
    this.offset = 0;
    this.tries = 0;
    const name = () => make("span", { className: "unseen", textContent: ` ${file.name}` });
    this.bar = make("progress", { max: file.size || 1, value: 0, ariaLabel: file.name });
    this.said = make("span", { className: "meta" });
    this.pauses = make("button", { type: "button", className: "quiet", onclick: () => this.pause(this.state !== "paused") });
    this.removes = make("button", { type: "button", className: "quiet", onclick: () => this.remove(), children: ["Remove", name()] });
    this.line = make("li", { children: [
      make("div", { children: [
        make("p", { children: [make("strong", { dir: "auto", textContent: file.name }), " ", this.said] }), this.bar,
      ] }),
      make("div", { className: "acts", children: [this.pauses, this.removes] }),
    ] });
    this.name = name;
    this.show("waiting");
  }

  show(state, words) {
    this.state = state;
    this.bar.value = this.offset;
    const said = { waiting: "waits", sending: percent.format(this.offset / (this.file.size || 1)), paused: "paused", done: "there" };
    this.said.textContent = words || said[state] || "";
    this.said.className = state === "failed" ? "wrong" : "meta";
    this.pauses.hidden = !["sending", "paused", "waiting"].includes(state);
    this.pauses.replaceChildren(state === "paused" ? "Go on" : "Pause", this.name());
    this.removes.hidden = state === "done";
    this.list.tell();
  }

  pause(paused) {
    this.show(paused ? "paused" : "waiting");
    if (paused) this.request?.abort();
    else this.list.next();
  }

  async remove() {
    this.state = "removed";
    this.request?.abort();
    const address = memory.get(this.key);
    memory.set(this.key, null);
    this.line.remove();
    this.list.drop(this);
    if (address) await send("DELETE", address, {}).catch(() => {}); // it expires by itself, too
  }

  // run sends until all is there, or somebody pauses it, or it can't be.
  async run() {
    this.show("sending");
    while (this.state === "sending") {
      try {
        await this.step();
      } catch (error) {
        if (this.state !== "sending") return;
        if (!(error instanceof Refused) || !error.passing || this.tries >= 20) {
          if (error.status < 500) memory.set(this.key, null);
          return this.show("failed", error.message);
        }
        this.tries++;
        const seconds = error.after || Math.min(longest, 2 ** (this.tries - 1));
        this.show("sending", `${error.message} Trying again…`);
        await wait(seconds);
      }
    }
  }

  // step asks how far the upload is and sends the next bytes.
  async step() {
    const address = memory.get(this.key) ?? this.address ?? await this.begin();
    this.address = address;
    await this.find(address);
    if (this.state !== "sending") return;
    while (this.offset < this.file.size && this.state === "sending") await this.patch(address);
    if (this.offset < this.file.size) return;
    memory.set(this.key, null);
    this.show("done");
  }

  async begin() {
    const headers = { "Upload-Length": this.file.size, "Upload-Metadata": `filename ${base64(this.file.name)}` };
    const answer = await send("POST", this.list.endpoint, headers);
    const address = new URL(answer.getResponseHeader("Location"), location.href).pathname;
    memory.set(this.key, address);
    return address;
  }

  async find(address) {
    try {
      const answer = await send("HEAD", address, {}, { began: (request) => { this.request = request; } });
      this.offset = Number(answer.getResponseHeader("Upload-Offset"));
      this.show(this.state);
    } catch (error) {
      if (error.status !== 404) throw error;
      memory.set(this.key, null); // it has expired
      this.address = null;
      this.offset = 0;
      if (this.lost) throw error;
      this.lost = true;
      throw new Refused(0, { detail: "The upload had expired." }, 0.1);
    }
  }

  async patch(address) {
    const from = this.offset;
    const answer = await send("PATCH", address, { "Upload-Offset": from, "Content-Type": "application/offset+octet-stream" }, {
      body: this.file.slice(from, from + slice),
      began: (request) => { this.request = request; },
      moved: (bytes) => { this.offset = from + bytes; this.show(this.state); },
    }).catch((error) => { this.offset = from; throw error; });
    this.offset = Number(answer.getResponseHeader("Upload-Offset"));
    this.tries = 0;
    this.show(this.state);
  }
}

// List is the uploads of a form.
class List {
  constructor(form) {
    this.form = form;
    this.endpoint = form.dataset.uploads;
    this.all = [];
    this.lines = make("ul", { className: "rows uploads sending" });
    this.status = make("p", { className: "note", role: "status" });
    form.after(this.status, this.lines);
    this.input = form.querySelector("input[type=file]");
    this.offer();
    this.remind();
  }

  // offer lets files be chosen, folders too, and dropped anywhere.
  offer() {
    for (const button of this.form.querySelectorAll("button")) button.hidden = true;
    this.form.addEventListener("submit", (event) => { event.preventDefault(); this.chosen(this.input); });
    this.input.addEventListener("change", () => this.chosen(this.input));
    const folder = make("input", { type: "file", webkitdirectory: true, multiple: true, hidden: true, onchange: () => this.chosen(folder) });
    const choose = make("button", { type: "button", className: "plain", textContent: "Choose a folder", onclick: () => folder.click() });
    this.form.append(choose, make("p", { className: "note", textContent: "Or drop files and folders anywhere on this page." }), folder);
    addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      this.form.classList.add("over");
    });
    addEventListener("dragleave", (event) => { if (!event.relatedTarget) this.form.classList.remove("over"); });
    addEventListener("drop", async (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      this.form.classList.remove("over");
      this.add(await dropped(event.dataTransfer));
    });
    addEventListener("beforeunload", (event) => { if (this.all.some((upload) => upload.state === "sending")) event.preventDefault(); });
  }

  chosen(input) {
    const files = [...input.files];
    input.value = "";
    this.add(files);
  }

  add(files) {
    for (const file of files) {
      if (file.size === 0 || this.all.some((upload) => upload.key === keyOf(this.endpoint, file) && upload.state !== "failed")) continue;
      this.reminders?.get(keyOf(this.endpoint, file))?.remove();
      const upload = new Upload(this, file);
      this.all.push(upload);
      this.lines.append(upload.line);
    }
    this.next();
  }

  // next begins as many of those that wait as may run at once.
  next() {
    const running = this.all.filter((upload) => upload.running).length;
    for (const upload of this.all.filter(({ state, running }) => state === "waiting" && !running).slice(0, Math.max(0, atOnce - running))) {
      upload.running = true;
      upload.run().finally(() => { upload.running = false; this.next(); });
    }
    this.tell();
    const over = this.all.length > 0 && this.all.every(({ state }) => state === "done");
    if (over && !this.again) this.end();
  }

  // end shows the page anew, which lists the files now, unless that would lose what somebody has typed.
  end() {
    this.again = make("a", { href: location.pathname, textContent: "Look again" });
    const typed = [...document.querySelectorAll("input:not([type=file], [type=hidden]), textarea, option")].some((field) =>
      field.value !== (field.defaultValue ?? field.value) || (field.checked ?? false) !== (field.defaultChecked ?? false) ||
      (field.selected ?? false) !== (field.defaultSelected ?? false) && field.parentElement.querySelector("[selected]"));
    if (typed) this.lines.after(make("p", { children: ["Save what you have typed, then ", this.again, "."] }));
    else location.reload();
  }

  drop(upload) {
    this.all.splice(this.all.indexOf(upload), 1);
    this.tell();
  }

  tell() {
    const count = (state) => this.all.filter((upload) => upload.state === state).length;
    const words = this.all.length === 0 ? "" : `${count("done")} of ${this.all.length} files are there` +
      (count("failed") ? `, ${count("failed")} were not taken.` : ".");
    if (this.status.textContent !== words) this.status.textContent = words;
  }

  // remind lists what was on its way when the page was left: the browser has to be given the files again.
  async remind() {
    this.reminders = new Map();
    for (const key of memory.keys()) {
      const [endpoint, name] = JSON.parse(key.slice(prefix.length));
      if (endpoint !== this.endpoint) continue;
      const address = memory.get(key);
      try {
        const answer = await send("HEAD", address, {});
        const share = answer.getResponseHeader("Upload-Offset") / answer.getResponseHeader("Upload-Length");
        if (share < 1 && !this.all.some((upload) => upload.key === key)) this.mention(key, name, address, share);
        if (share === 1) memory.set(key, null);
      } catch (error) {
        if (error.status === 404) memory.set(key, null);
      }
    }
  }

  mention(key, name, address, share) {
    const give = make("button", { type: "button", className: "quiet", children: ["Remove", make("span", { className: "unseen", textContent: ` ${name}` })] });
    const line = make("li", { children: [
      make("div", { children: [make("p", { children: [
        make("strong", { dir: "auto", textContent: name }), " ",
        make("span", { className: "meta", textContent: `${percent.format(share)} are there: choose the file again to go on` }),
      ] })] }), give,
    ] });
    give.onclick = () => {
      memory.set(key, null);
      line.remove();
      send("DELETE", address, {}).catch(() => {});
    };
    this.reminders.set(key, line);
    this.lines.append(line);
  }
}

// dropped lists the files that were dropped, those in folders too.
async function dropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return [...transfer.files];
  const files = [];
  for (let entry = entries.shift(); entry; entry = entries.shift()) {
    if (entry.isFile) files.push(await new Promise((done, fail) => entry.file(done, fail)));
    if (!entry.isDirectory) continue;
    const reader = entry.createReader();
    for (let some; (some = await new Promise((done, fail) => reader.readEntries(done, fail))).length > 0;) entries.push(...some); // a hundred each
  }
  return files.filter((file) => !file.name.startsWith("."));
}

for (const form of document.querySelectorAll("form[data-uploads]")) new List(form);
