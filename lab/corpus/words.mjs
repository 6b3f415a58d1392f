// Cuts a text into words as ICU does, with its dictionaries for scripts that put no
// blanks between words:
//
//	node words.mjs TAG <text.txt >words.json
//
// The text is UTF-8, TAG its language by BCP 47. The result is an array of
// [segment, is a word], whose segments are the text, from its start to its end.
import { readFileSync } from 'node:fs';

const [tag] = process.argv.slice(2);
const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(0));
const words = new Intl.Segmenter(tag, { granularity: 'word' });
process.stdout.write(JSON.stringify(Array.from(words.segment(text), (s) => [s.segment, s.isWordLike])) + '\n');
