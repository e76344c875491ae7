// An audit that is under way: the page asks for itself now and then, and takes over what is new.

const SOON = 1000;
const LATEST = 10_000;
const PARTS = ["audit-lead", "audit-progress", "audit-facts", "audit-rest"];

let wait = SOON;

/** Take over the parts that differ; a link that had the focus has it again. */
function takeOver(fresh) {
  let isNew = false;
  for (const id of PARTS) {
    const [old, now] = [document.getElementById(id), fresh.getElementById(id)];
    if (old.innerHTML === now.innerHTML) continue;
    const focused = old.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    old.replaceChildren(...now.childNodes);
    if (focused) {
      const same = [...old.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused);
      (same ?? document.getElementById("content")).focus();
    }
    isNew = true;
  }
  return isNew;
}

async function look() {
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (answer.ok) {
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      wait = takeOver(fresh) ? SOON : Math.min(wait * 1.5, LATEST);
      if (!("on" in fresh.getElementById("audit").dataset)) return;
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    wait = LATEST; // No connection: what is shown stays, and is asked for again.
  }
  setTimeout(look, wait);
}

setTimeout(look, wait);
