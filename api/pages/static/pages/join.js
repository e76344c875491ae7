// #invitation=… is an invitation: what stands after # is not sent to any server before it is used.

const { hash, pathname } = location;
const invitation = new URLSearchParams(hash.slice(1)).get("invitation");
if (invitation) {
  history.replaceState(null, "", pathname);
  for (const field of document.getElementsByName("invitation")) field.value = invitation;
}
