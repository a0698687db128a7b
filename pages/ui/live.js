// One number is on its way at a time. The next leaves when the page has drawn the last, so a slow machine draws fewer
// pictures and never falls behind; what was passed over meanwhile is not sent.
const LONGEST_WAIT = 1500; // ms, should an answer get lost
const SHORTEST_FRAME = 40; // ms
const CALM_FRAME = 1000; // ms, for a reader who asked for less motion
const memory = new WeakMap();

export default function ({ data, parentElement, setStateValue }) {
  const [slider, box] = parentElement.querySelectorAll("input");
  const [name, shown] = parentElement.querySelectorAll("label span, label output");
  const mine = memory.get(parentElement) ?? { number: 0, waiting: false, wanted: null, held: false };
  memory.set(parentElement, mine);
  mine.number = Math.max(mine.number, data.answered);

  const send = () => {
    const next = mine.wanted;
    mine.wanted = null;
    mine.waiting = true;
    mine.number += 1;
    clearTimeout(mine.timer);
    mine.timer = setTimeout(goOn, LONGEST_WAIT);
    setStateValue("said", { ...next, number: mine.number });
  };
  const goOn = () => {
    mine.waiting = false;
    if (mine.wanted) send();
  };
  const ask = (value, settled) => {
    mine.wanted = { value, settled };
    if (!mine.waiting) send();
  };
  const drawn = () => {
    // The control is drawn before the pictures below it: wait for the end of the run.
    const app = document.querySelector("[data-testid=stApp]");
    if (app?.dataset.testScriptState === "running") mine.frame = requestAnimationFrame(drawn);
    else goOn();
  };
  if (mine.waiting && data.answered >= mine.number) {
    cancelAnimationFrame(mine.frame);
    mine.frame = requestAnimationFrame(drawn);
  }

  const nearest = (value) =>
    data.stops.reduce((best, stop, at) => (Math.abs(stop - value) < Math.abs(data.stops[best] - value) ? at : best), 0);
  name.textContent = data.label;
  name.title = data.help;
  slider.max = data.stops.length - 1;
  slider.setAttribute("aria-label", data.label);
  box.setAttribute("aria-label", data.typed);
  if (!mine.held && !mine.waiting && !mine.wanted) {
    slider.value = nearest(data.value);
    shown.textContent = data.word;
    slider.setAttribute("aria-valuetext", data.word);
    if (parentElement.activeElement !== box) box.value = data.written;
  }

  const moved = (settled) => {
    const at = Number(slider.value);
    shown.textContent = data.words[at];
    slider.setAttribute("aria-valuetext", data.words[at]);
    box.value = String(data.stops[at]);
    box.removeAttribute("aria-invalid");
    ask(data.stops[at], settled);
  };
  slider.oninput = () => {
    mine.playing = false;
    mine.held = true;
    moved(false);
  };
  slider.onchange = () => {
    mine.held = false;
    moved(true);
  };
  box.onchange = () => {
    const typed = Number(box.value.replaceAll(/[\s,_]/g, ""));
    if (box.value.trim() === "" || !Number.isFinite(typed)) {
      box.setAttribute("aria-invalid", "true");
      return;
    }
    box.removeAttribute("aria-invalid");
    const value = Math.min(Math.max(typed, data.stops[0]), data.stops.at(-1));
    box.value = String(value);
    slider.value = nearest(value);
    ask(value, true);
  };

  // Playing: the next stop is asked for when the last is drawn and its time is up. A frame that would come too soon for
  // the eye, or for a reader who wants less motion, is passed over.
  const [back, play, on] = parentElement.querySelectorAll("button");
  const last = data.stops.length - 1;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const frame = Math.max(calm ? CALM_FRAME : SHORTEST_FRAME, (1000 * data.player.seconds) / Math.max(last, 1));
  const stride = Math.max(1, Math.round((frame * last) / (1000 * data.player.seconds)));
  const go = (at, settled) => {
    slider.value = Math.min(Math.max(at, 0), last);
    moved(settled);
  };
  const face = () => {
    play.textContent = mine.playing ? data.player.pause : data.player.play;
  };
  const halt = () => {
    mine.playing = false;
    clearTimeout(mine.next);
    face();
  };
  const tick = () => {
    if (!mine.playing || mine.waiting) return;
    const end = Number(slider.value) + stride >= last;
    if (end) halt();
    go(Number(slider.value) + stride, end);
    mine.due = performance.now() + frame;
    soon();
  };
  const soon = () => {
    clearTimeout(mine.next);
    const wait = Math.max((mine.due ?? 0) - performance.now(), SHORTEST_FRAME);
    if (mine.playing) mine.next = setTimeout(() => (mine.waiting ? soon() : tick()), wait);
  };
  parentElement.querySelector(".player").hidden = !data.player.play;
  back.setAttribute("aria-label", data.player.back);
  on.setAttribute("aria-label", data.player.on);
  back.title = data.player.back;
  on.title = data.player.on;
  back.onclick = () => (halt(), go(Number(slider.value) - 1, true));
  on.onclick = () => (halt(), go(Number(slider.value) + 1, true));
  play.onclick = () => {
    if (mine.playing) {
      halt();
      go(Number(slider.value), true);
      return;
    }
    mine.playing = true;
    face();
    if (Number(slider.value) >= last) go(0, false);
    soon();
  };
  // Not where the key means something already: in a box, on a slider, on a button.
  const pressed = (event) => {
    const taken = event.composedPath()[0].closest?.("input, textarea, select, button, [contenteditable=true]");
    if (!data.player.hotkey || event.key !== data.player.hotkey || taken) return;
    event.preventDefault();
    play.click();
  };
  document.addEventListener("keydown", pressed);
  face();
  soon();
  return () => {
    document.removeEventListener("keydown", pressed);
    clearTimeout(mine.next);
    clearTimeout(mine.timer);
    cancelAnimationFrame(mine.frame);
  };
}
