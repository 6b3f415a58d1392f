export { MalformedError } from "./errors.js";
export { htmlText } from "./html.js";
export { xmlText } from "./xml.js";
/**
 * What a document shows.
 */
export type VisibleText = import("./html.js").VisibleText;
