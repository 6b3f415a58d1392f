// Mozilla's Readability as a command of by_tool in peers.py: node readability.mjs <PATHS
// It needs the packages @mozilla/readability and jsdom.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Readability } from "@mozilla/readability";
import { JSDOM, VirtualConsole } from "jsdom";

const ends = /<\/(?:p|div|li|h\d|blockquote|pre|td)>|<br[^>]*>/g;

for await (const path of createInterface({ input: process.stdin })) {
  let text = "";
  let page;
  try {
    page = new JSDOM(readFileSync(path), { contentType: "text/html; charset=utf-8", virtualConsole: new VirtualConsole() });
    const found = new Readability(page.window.document).parse();
    if (found) text = JSDOM.fragment(found.content.replace(ends, "$&\n")).textContent;
  } catch (error) {
    console.error(`${path}: ${error.message}`); // a tool that fails finds nothing
  }
  page?.window.close();
  console.log(JSON.stringify([text]));
}
