// Cuts texts into words as ICU does, with its dictionaries for Thai, Lao, Khmer,
// Burmese, Chinese and Japanese:
//
//	node icu.mjs TAG
//
// TAG is the texts' language by BCP 47. A line of standard input is a text as a JSON
// string; for each there is a line of standard output, its words as a JSON array.
import { createInterface } from 'node:readline';

function fail(what) {
  process.stderr.write(`icu.mjs: ${what}\n`);
  process.exit(1);
}

const tags = process.argv.slice(2);
if (tags.length !== 1) fail('expected one language, such as th');
const [tag] = tags;
try {
  // Of others ICU would cut by the language of this machine.
  if (Intl.Segmenter.supportedLocalesOf(tag).length === 0) fail(`ICU ${process.versions.icu} does not know the language ${tag}`);
} catch (e) {
  fail(`${tag} is no language: ${e.message}`);
}
const words = new Intl.Segmenter(tag, { granularity: 'word' });
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  let text;
  try {
    text = JSON.parse(line);
  } catch (e) {
    fail(`no JSON: ${e.message}`);
  }
  if (typeof text !== 'string') fail('expected a JSON string a line');
  const list = [];
  for (const s of words.segment(text)) if (s.isWordLike) list.push(s.segment);
  process.stdout.write(JSON.stringify(list) + '\n');
}
