// Small helpers to make elements. No markup is ever built from text, so nothing can be injected.
const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "style") node.style.cssText = value; // by the object model: the page's policy forbids style attributes
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked" || key === "disabled") node[key] = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  for (const child of children.flat(9)) if (child !== null && child !== undefined && child !== false) node.append(child);
  return node;
}

export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

let timer;
export function notice(text) {
  document.querySelector(".notice")?.remove();
  clearTimeout(timer);
  document.body.append(h("div", { class: "notice", role: "alert" }, text));
  timer = setTimeout(() => document.querySelector(".notice")?.remove(), 6000);
}

/** A rule id as a link into the rulebook. */
export const rule = (game, id) => h("a", { class: "rule", href: `#/rules/${game}/${id}`, title: "Read this rule" }, id);

/** Text with its [RULE-ID]s as links. */
export function withRules(game, text) {
  return text.split(/(\[[A-Z]{2,4}-[A-Z0-9.-]+\])/).map((part) =>
    /^\[[A-Z]{2,4}-/.test(part) ? rule(game, part.slice(1, -1)) : part);
}
