export { htmlText } from './html.js';
