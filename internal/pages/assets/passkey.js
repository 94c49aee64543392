// Asks the browser for passkeys: for those forms of a page that say where the question is
// and where the answer goes, and, on a page with a field that offers passkeys, as soon as
// it is opened.
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const listed = (list) => (list ?? []).map((key) => ({ ...key, id: bytes(key.id) }));

// The question as the browser takes it. Older browsers don't read the JSON by themselves.
function question(options) {
  const read = { ...options, challenge: bytes(options.challenge) };
  if (options.user) {
    read.user = { ...options.user, id: bytes(options.user.id) };
    read.excludeCredentials = listed(options.excludeCredentials);
  } else {
    read.allowCredentials = listed(options.allowCredentials);
  }
  return read;
}

function answer(key) {
  const response = { clientDataJSON: text(key.response.clientDataJSON) };
  for (const name of ["attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (key.response[name]) response[name] = text(key.response[name]);
  }
  if (key.response.getTransports) response.transports = key.response.getTransports();
  return {
    id: key.id, rawId: text(key.rawId), type: key.type, response,
    authenticatorAttachment: key.authenticatorAttachment ?? undefined, clientExtensionResults: {},
  };
}

async function post(path, said, failed) {
  const response = await fetch(path, {
    method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json" }, body: JSON.stringify(said),
  });
  const heard = await response.json().catch(() => ({}));
  if (response.ok) return heard;
  const door = response.headers.get("Location");
  if (door) location.assign(door);
  throw new Error(heard.detail ?? failed);
}

let waiting; // the question that is open since the page was opened

async function run(form, more) {
  const { ask, send, failed } = form.dataset;
  const options = question(await post(ask, {}, failed));
  const key = options.user ? await navigator.credentials.create({ publicKey: options })
    : await navigator.credentials.get({ publicKey: options, ...more });
  const fields = Object.fromEntries(new FormData(form));
  const { next } = await post(send, { name: fields.name, next: fields.next, answer: answer(key) }, failed);
  location.assign(next);
}

// The form has the words for what browsers refuse.
const words = { NotAllowedError: "stopped", InvalidStateError: "has" };

async function show(form) {
  const said = form.querySelector("[role=alert]");
  const button = form.querySelector("button");
  said.textContent = "";
  button.disabled = true;
  waiting?.abort();
  try {
    await run(form);
  } catch (error) {
    said.textContent = form.dataset[words[error.name]] ?? error.message;
    button.disabled = false;
  }
}

// What is offered beside names in the field is asked for once. That it is not taken is no fault.
async function offer(form) {
  if (!document.querySelector("[autocomplete~=webauthn]") || !await PublicKeyCredential.isConditionalMediationAvailable?.()) return;
  waiting = new AbortController();
  await run(form, { mediation: "conditional", signal: waiting.signal }).catch((error) => {
    if (!["AbortError", "NotAllowedError"].includes(error.name)) form.querySelector("[role=alert]").textContent = error.message;
  });
}

if (window.PublicKeyCredential) {
  for (const form of document.querySelectorAll("form.passkey")) {
    form.hidden = false;
    form.addEventListener("submit", (event) => { event.preventDefault(); show(form); });
    if (form.dataset.ask === "/sign-in/passkey/options") offer(form);
  }
}
