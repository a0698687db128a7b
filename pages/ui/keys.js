// Presses a button of the page for each key: { "ArrowRight": "screen_on" } presses the button with this key in Python.
export default function ({ data }) {
  const pressed = (event) => {
    const typing = event.composedPath()[0].closest?.("input, textarea, select, [contenteditable=true]");
    const button = data.keys[event.key] && document.querySelector(`.st-key-${data.keys[event.key]} button`);
    if (!button || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    button.click();
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}
