// Shows which models of a page its reader likes and whether they follow its seller, and keeps
// what they press without leaving the page. Without it the buttons lead to a page of their own.
const likes = document.querySelector("#like");
const follow = document.querySelector(".follow");
const hearts = document.querySelectorAll("button[form=like]");

const show = (button, pressed) => { button.ariaPressed = String(pressed); };

async function ask() {
  const asked = new URLSearchParams({ models: [...new Set([...hearts].map((heart) => heart.value))].join(",") });
  if (follow) asked.set("seller", follow.dataset.seller);
  const answer = await fetch(`${likes.dataset.own}?${asked}`);
  if (!answer.ok) return;
  const { models, follows } = await answer.json();
  for (const heart of hearts) show(heart, models.includes(Number(heart.value)));
  if (follow) show(follow.querySelector("button"), follows);
}

// press sends a form whose button is known to be pressed or not. What is refused is sent once
// more as the form that it is: the page of the answer says why.
async function press(event) {
  const { target, submitter: button } = event;
  if (!button?.ariaPressed) return;
  event.preventDefault();
  const pressed = button.ariaPressed === "true";
  const path = target.getAttribute("action") + (button.value ? `/${button.value}` : "");
  const fields = new URLSearchParams(button.value ? { model: button.value } : {});
  const taken = await fetch(pressed ? `${path}/remove` : target.getAttribute("action"), {
    method: "POST", headers: { Accept: "application/json" }, body: fields,
  }).then((answer) => answer.status === 204, () => false);
  if (!taken) {
    target.removeEventListener("submit", press);
    target.requestSubmit(button);
    return;
  }
  for (const same of button.value ? hearts : [button]) {
    if (same.value === button.value) show(same, !pressed);
  }
}

for (const form of [likes, follow]) form?.addEventListener("submit", press);
if (hearts.length || follow) ask().catch(() => {}); // the line broke: the buttons work as forms
