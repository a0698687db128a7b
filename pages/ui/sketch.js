// The curve is the reader's until a point is let go; then all values go to Python at once.
const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 260;
const ROOM = { left: 56, right: 16, top: 14, bottom: 46 };
const TICKS = 5;
const STEPS = 40; // of an arrow key from one end to the other
const memory = new WeakMap();

const digits = (value) => Number(value.toPrecision(3));

export default function ({ data, parentElement, setStateValue }) {
  const svg = parentElement.querySelector("svg");
  const [low, high] = data.ends;
  const count = data.points.length;
  const told = JSON.stringify([data.points, data.ends]);
  let mine = memory.get(parentElement);
  if (mine?.told !== told) mine = { told, values: Array(count).fill((low + high) / 2), width: 0 };
  memory.set(parentElement, mine);
  parentElement.querySelector("p").textContent = data.hint;

  const add = (name, attributes, text) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    svg.append(made);
    return made;
  };
  const x = (at) => ROOM.left + ((at + 0.5) * (mine.width - ROOM.left - ROOM.right)) / count;
  const y = (value) => HEIGHT - ROOM.bottom - ((value - low) / (high - low)) * (HEIGHT - ROOM.top - ROOM.bottom);
  const value = (py) => low + ((HEIGHT - ROOM.bottom - py) / (HEIGHT - ROOM.top - ROOM.bottom)) * (high - low);
  const say = () => setStateValue("drawn", [...mine.values]);

  let line;
  let dots = [];
  const place = () => {
    line.setAttribute("points", mine.values.map((each, at) => `${x(at)},${y(each)}`).join(" "));
    dots.forEach((dot, at) => {
      dot.setAttribute("cx", x(at));
      dot.setAttribute("cy", y(mine.values[at]));
      dot.setAttribute("aria-valuenow", digits(mine.values[at]));
    });
  };
  const move = (at, to) => {
    mine.values[at] = digits(Math.min(Math.max(to, low), high));
    place();
  };
  const draw = () => {
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${mine.width} ${HEIGHT}`);
    for (let tick = 0; tick < TICKS; tick += 1) {
      const at = low + (tick * (high - low)) / (TICKS - 1);
      add("line", { class: "grid", x1: ROOM.left, x2: mine.width - ROOM.right, y1: y(at), y2: y(at) });
      add("text", { x: ROOM.left - 8, y: y(at) + 4, "text-anchor": "end" }, digits(at));
    }
    const every = Math.ceil((count * 44) / (mine.width - ROOM.left - ROOM.right));
    data.points.forEach((name, at) => {
      if (at % every === 0) add("text", { x: x(at), y: HEIGHT - ROOM.bottom + 18, "text-anchor": "middle" }, name);
    });
    const middle = (ROOM.left + mine.width - ROOM.right) / 2;
    add("text", { x: middle, y: HEIGHT - 6, "text-anchor": "middle" }, data.titles[0]);
    const across = `translate(14 ${(HEIGHT - ROOM.bottom) / 2}) rotate(-90)`;
    add("text", { transform: across, "text-anchor": "middle" }, data.titles[1]);
    line = add("polyline", { class: "line" });
    dots = mine.values.map((_, at) => {
      const dot = add("circle", {
        r: 9,
        role: "slider",
        tabindex: 0,
        "aria-orientation": "vertical",
        "aria-label": `${data.titles[1]}, ${data.points[at]}`,
        "aria-valuemin": low,
        "aria-valuemax": high,
      });
      dot.onpointerdown = (event) => dot.setPointerCapture(event.pointerId);
      dot.onpointermove = (event) => {
        if (dot.hasPointerCapture(event.pointerId)) move(at, value(event.clientY - svg.getBoundingClientRect().top));
      };
      dot.onpointerup = say;
      dot.onkeydown = (event) => {
        const way = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
        if (!way) return;
        event.preventDefault();
        move(at, mine.values[at] + (way * (high - low)) / STEPS);
        say();
      };
      return dot;
    });
    place();
  };
  const watch = new ResizeObserver(() => {
    const width = svg.clientWidth;
    if (width && width !== mine.width) {
      mine.width = width;
      draw();
    }
  });
  mine.width = svg.clientWidth || mine.width;
  // Drawn anew only where nothing is in hand: a redrawn point would lose the focus.
  if (mine.width && !svg.contains(parentElement.getRootNode().activeElement)) draw();
  watch.observe(svg);
  return () => watch.disconnect();
}
