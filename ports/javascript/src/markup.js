export { htmlText } from './html.js';
export { xmlText } from './xml.js';
