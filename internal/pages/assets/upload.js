// Sends the files of a form in parts (tus 1.0), so that they go on after a broken line, a pause or a reload of the page. Files and folders
// may be dropped anywhere; where there is no model yet, one is made for them. Without this script the form sends them whole. It says what it says in the words of the form's attributes.
const atOnce = 3;
const slice = 64 * 1024 * 1024; // bytes of one request: proxies between here and the server bound them
const longest = 30; // seconds between two tries
const version = { "Tus-Resumable": "1.0.0" };
const prefix = "vitrine-upload ";
const language = document.documentElement.lang + "-u-nu-latn";
const percent = new Intl.NumberFormat(language, { style: "percent" });
const number = new Intl.NumberFormat(language);
const plural = new Intl.PluralRules(language);
const uploading = document.querySelectorAll("form[data-uploads], form[data-begins]");
const words = uploading[0]?.dataset;

// say fills values into the words of an attribute.
const say = (text, values) => text.replace(/\{([a-z]+)\}/g, (_, name) => values[name] ?? "");

// many says a count in the words of an attribute.
function many(name, n, values) {
  const forms = JSON.parse(words[name]);
  return say(forms[plural.select(n)] ?? forms.other, { n: number.format(n), ...values });
}

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

// models tells files that are models from textures, materials and texts: they give a draft its first title.
const models = (file) => !/\.(png|jpe?g|webp|tga|tiff?|bmp|gif|exr|hdr|dds|psd|ktx2?|mtl|bin|txt|md|rtf|pdf|docx?|html|json)$/i.test(file.name);

// name names a button with the file that it is about.
const name = (button, file) => { button.ariaLabel = say(words.named, { act: button.textContent, name: file }); };

// Refused is a request that was answered with a problem; status 0: with nothing.
class Refused extends Error {
  constructor(status, { detail, header } = {}, after = 0) {
    super(detail || (status ? say(words.answered, { status }) : words.broken));
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
      const signedOut = request.status === 401 && { detail: words.out };
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
    this.bar = make("progress", { max: file.size || 1, value: 0, ariaLabel: file.name });
    this.said = make("span", { className: "meta" });
    this.pauses = make("button", { type: "button", className: "quiet", onclick: () => this.pause(this.state !== "paused") });
    this.removes = make("button", { type: "button", className: "quiet", onclick: () => this.remove(), textContent: words.remove });
    name(this.removes, file.name);
    this.line = make("li", { children: [
      make("div", { children: [
        make("p", { children: [make("strong", { dir: "auto", textContent: file.name }), " ", this.said] }), this.bar,
      ] }),
      make("div", { className: "acts", children: [this.pauses, this.removes] }),
    ] });
    this.show("waiting");
  }

  show(state, why) {
    this.state = state;
    this.bar.value = this.offset;
    const said = { waiting: words.waits, sending: percent.format(this.offset / (this.file.size || 1)), paused: words.paused, done: words.there };
    this.said.textContent = why || said[state] || "";
    this.said.className = state === "failed" ? "wrong" : "meta";
    this.pauses.hidden = !["sending", "paused", "waiting"].includes(state);
    this.pauses.textContent = state === "paused" ? words.onward : words.pause;
    name(this.pauses, this.file.name);
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

  // giveUp has the server forget what was sent: it would count among what is under way.
  giveUp() {
    if (this.address) send("DELETE", this.address, {}).catch(() => {}); // it expires by itself, too
    memory.set(this.key, null);
    this.address = null;
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
          if (error.status < 500 && error.status !== 401) this.giveUp(); // who is signed out goes on later
          return this.show("failed", error.message);
        }
        this.tries++;
        const seconds = error.after || Math.min(longest, 2 ** (this.tries - 1));
        this.show("sending", say(words.retry, { reason: error.message }));
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
      if (error.status !== 404) throw await this.explained(address, error);
      memory.set(this.key, null); // it has expired
      this.address = null;
      this.offset = 0;
      if (this.lost) throw error;
      this.lost = true;
      throw new Refused(0, { detail: words.expired }, 0.1);
    }
  }

  // explained asks for the words of a refusal, as no answer to HEAD has any, by sending nothing.
  async explained(address, error) {
    if (error.passing || error.status < 400) return error;
    const headers = { "Upload-Offset": this.offset, "Content-Type": "application/offset+octet-stream" };
    return send("PATCH", address, headers, { body: "" }).then(() => error, (told) => told.status === error.status ? told : error);
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
    this.endpoint = form.dataset.uploads; // none before there is a model
    this.all = [];
    this.lines = make("ul", { className: "rows uploads sending" });
    this.status = make("p", { className: "note", role: "status" });
    form.after(this.status, this.lines);
    this.input = form.querySelector("input[type=file]");
    this.offer();
    if (this.endpoint) this.remind();
  }

  // offer lets files be chosen, folders too, and dropped anywhere.
  offer() {
    for (const button of this.form.querySelectorAll("button")) button.hidden = true;
    this.form.addEventListener("submit", (event) => { event.preventDefault(); this.chosen(this.input); });
    this.input.addEventListener("change", () => this.chosen(this.input));
    const folder = make("input", { type: "file", webkitdirectory: true, multiple: true, hidden: true, onchange: () => this.chosen(folder) });
    const choose = make("button", { type: "button", className: "plain", textContent: words.folder, onclick: () => folder.click() });
    this.form.append(choose, make("p", { className: "note", textContent: words.drop }), folder);
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
      this.add(...await dropped(event.dataTransfer));
    });
    addEventListener("beforeunload", (event) => { if (this.all.some((upload) => upload.state === "sending")) event.preventDefault(); });
  }

  chosen(input) {
    const files = [...input.files];
    input.value = "";
    this.add(files, files[0]?.webkitRelativePath.split("/")[0]);
  }

  // add sends files that are in a folder, or in none.
  async add(all, folder) {
    const files = all.filter((file) => file.size > 0);
    if (files.length === 0 || !this.endpoint && !await this.begin(folder || (files.find(models) ?? files[0]).name)) return;
    for (const file of files) {
      if (this.all.some((upload) => upload.key === keyOf(this.endpoint, file) && upload.state !== "failed")) continue;
      this.reminders?.get(keyOf(this.endpoint, file))?.remove();
      const upload = new Upload(this, file);
      this.all.push(upload);
      this.lines.append(upload.line);
    }
    this.next();
  }

  // begin makes the model that the files go to, and reports whether that worked.
  begin(name) {
    const body = new URLSearchParams({ name }).toString();
    this.beginning ??= send("POST", this.form.dataset.begins, { "Content-Type": "application/x-www-form-urlencoded" }, { body }).then((answer) => {
      this.model = answer.getResponseHeader("Location");
      this.endpoint = `${this.model}/uploads`;
      return true;
    }, (error) => {
      this.beginning = null;
      this.status.textContent = error.message;
      return false;
    });
    return this.beginning;
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
    const stuck = this.model && this.all.some(({ state }) => state === "failed") && this.all.every(({ state }) => ["done", "failed"].includes(state));
    if (stuck && !this.onward) {
      this.onward = make("a", { href: this.model, textContent: words.model });
      this.lines.after(make("p", { children: [this.onward] }));
    }
  }

  // end shows the page anew, or that of the new model, which lists the files now, unless that would lose what somebody has typed.
  end() {
    this.again = make("a", { href: this.model ?? location.pathname, textContent: words.again });
    const typed = [...document.querySelectorAll("input:not([type=file], [type=hidden]), textarea, option")].some((field) =>
      field.value !== (field.defaultValue ?? field.value) || (field.checked ?? false) !== (field.defaultChecked ?? false) ||
      (field.selected ?? false) !== (field.defaultSelected ?? false) && field.parentElement.querySelector("[selected]"));
    if (!typed && this.model) return location.assign(this.model);
    if (!typed) return location.reload();
    this.lines.after(make("p", { children: [words.typed, " ", this.again] }));
    document.dispatchEvent(new Event("uploaded"));
  }

  drop(upload) {
    this.all.splice(this.all.indexOf(upload), 1);
    this.tell();
  }

  tell() {
    const count = (state) => this.all.filter((upload) => upload.state === state).length;
    const said = this.all.length === 0 ? "" : many("arrived", count("done"), { all: number.format(this.all.length) }) +
      (count("failed") ? ` ${many("failed", count("failed"))}` : "");
    if (this.status.textContent !== said) this.status.textContent = said;
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

  mention(key, file, address, share) {
    const give = make("button", { type: "button", className: "quiet", textContent: words.remove });
    name(give, file);
    const line = make("li", { children: [
      make("div", { children: [make("p", { children: [
        make("strong", { dir: "auto", textContent: file }), " ",
        make("span", { className: "meta", textContent: say(words.resume, { share: percent.format(share) }) }),
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

// dropped returns the files that were dropped, those in folders too, and the name of the folder if it was one.
async function dropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return [[...transfer.files]];
  const folder = entries.length === 1 && entries[0].isDirectory ? entries[0].name : "";
  const files = [];
  for (let entry = entries.shift(); entry; entry = entries.shift()) {
    if (entry.isFile) files.push(await new Promise((done, fail) => entry.file(done, fail)));
    if (!entry.isDirectory) continue;
    const reader = entry.createReader();
    for (let some; (some = await new Promise((done, fail) => reader.readEntries(done, fail))).length > 0;) entries.push(...some); // a hundred each
  }
  files.sort((a, b) => a.name.localeCompare(b.name, language, { numeric: true }));
  return [files.filter((file) => !file.name.startsWith(".")), folder];
}

for (const form of uploading) new List(form);
