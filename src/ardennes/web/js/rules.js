// The rulebook in the app: one anchor a rule, readings marked, searchable.
import { get } from "./api.js";
import { h } from "./dom.js";

export async function showRules(app, game, id) {
  const book = await get(`/api/rules/${game}`);
  const list = h("div", {});
  const draw = (find) => {
    const wanted = find.trim().toLowerCase();
    list.replaceChildren(...book.rules.filter((r) => !wanted || `${r.id} ${r.title} ${r.text}`.toLowerCase().includes(wanted)).map((r) =>
      h("article", { id: r.id }, h("h3", {}, `${r.id}  ${r.title ?? ""}`), h("p", {}, r.text),
        r.reading && h("p", { class: "reading" }, h("b", {}, "Reading. "), r.reading),
        r.printed && h("p", { class: "reading" }, h("b", {}, "Printed. "), r.printed),
        r.why && h("p", { class: "reading" }, h("b", {}, "Why. "), r.why))));
  };
  app.replaceChildren(h("main", { class: "book" }, h("p", {}, h("a", { href: "#/" }, "Lobby")), h("h1", {}, book.title),
    h("label", {}, "Find ", h("input", { type: "search", oninput: (e) => draw(e.target.value) })), list));
  draw("");
  if (id) document.getElementById(id)?.scrollIntoView({ block: "center" });
}
