// Copies of a game as files.
import { t } from "../lib/text.js";

/** Save a text as a file. @param {string} name @param {string} text */
export function saveText(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 2000);
}

/** Save a copy that another umpire, the command line or another browser can open. @param {import("./desk.js").Desk} desk */
export async function saveCopy(desk) {
  const { text } = await desk.ask("export");
  saveText(`${desk.stored.name.replace(/[^\w -]+/g, "") || t("umpire.file-name")}.json`, text);
}
