// The log's key that this browser trusts: the one it was shown first, until somebody says otherwise.

const PINNED = "hearts-log-key";

/** The site calls another key the log's than the one that this browser trusts. */
export class KeyChanged extends Error {
  constructor(known, shown) {
    super(`this site calls ${shown} the log's key; this browser was shown ${known} before`);
    Object.assign(this, { known, shown });
  }
}

/** Return the key to trust. Throws KeyChanged. */
export function pinnedKey(shown) {
  const known = localStorage.getItem(PINNED);
  if (known === null) localStorage.setItem(PINNED, shown);
  if (known !== null && known !== shown) throw new KeyChanged(known, shown);
  return shown;
}

/** Return what a person can do about it, as nodes; `again` is called once the new key is trusted. */
export function keyAdvice({ known, shown }, again) {
  const button = made("button", "The new key is right: trust it");
  button.type = "button";
  button.onclick = () => {
    localStorage.setItem(PINNED, shown);
    again();
  };
  const facts = made("dl");
  facts.className = "facts";
  facts.append(made("dt", "It was shown before"), made("dd", known), made("dt", "It is shown now"), made("dd", shown));
  const advice = made("ol");
  advice.append(
    made("li", "Ask those who run this service, or your club, for the log's key today: not by this page, which would show you what it likes."),
    made("li", "It is the second of the two? Then the key was changed, which happens once in a while. Trust it here, and play."),
    made("li", "It is another one, or nobody knows of a change? Then somebody may be showing you a log of your own. Do not play, and tell them."),
  );
  return [made("p", "The key of the public log is not the one that this browser was shown before. Nothing is played until you decide:"), facts, advice, button];
}

function made(tag, text = "") {
  const node = document.createElement(tag);
  node.textContent = text;
  return node;
}
