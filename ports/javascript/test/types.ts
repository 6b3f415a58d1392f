// The public types, as a user meets them. Compiled by the tests, never run.

import type {
  Feature,
  Fingerprint,
  Hasher,
  Minima as Full,
  Scheme,
  SchemeId,
  Source,
  Stages,
  Text,
  Width,
} from 'fpcheck';
import type * as library from 'fpcheck';
import {
  decodeText,
  lookup,
  MalformedError,
  Minima,
  mh1,
  mix64,
  mw1,
  NoFeaturesError,
  NotComparableError,
  parse,
  schemes,
  sd1,
  sm1,
  sum64,
} from 'fpcheck';
import * as light from 'fpcheck/fingerprint';
import type { VisibleText } from 'fpcheck/markup';
import type * as markup from 'fpcheck/markup';
import { htmlText, xmlText } from 'fpcheck/markup';
import type * as maintext from 'fpcheck/maintext';
import { mainText } from 'fpcheck/maintext';
import type { Match } from 'fpcheck/service';
import * as service from 'fpcheck/service';
import type * as textdigest from 'fpcheck/textdigest';
import { digest, items, NAME, NoItemsError, TextDigest } from 'fpcheck/textdigest';

const all: readonly Scheme[] = [...schemes, sd1, sm1, mh1, mw1];
const text: Text = 'some text';
const one: Fingerprint = sm1.sum(text);
const other: Fingerprint = parse(one.toString()).withProfile('main');
const again: light.Fingerprint = light.Fingerprint.from(structuredClone(other));
const distance: number = one.distance(again) + one.similarity(other);
const hasher: Hasher = mh1.hasher().write(new Uint8Array(3)).write('a string');
const counts: number = hasher.features + hasher.reset().features;
const minima: Minima = hasher.minima();
minima.add(mix64(sum64(minima.toOctets())));
minima.merge(Minima.fromOctets(minima.toOctets(), mh1));
minima.merge(Minima.fromOctets(minima.toOctets(), minima.scheme));
const clones: Full[] = [Minima.from(minima.toJSON()), Minima.from(structuredClone(minima)), new Minima('mw1')];
const width: Width | 0 = mh1.fromMinima(minima).truncate(4).width;
const stages: Stages = mw1.stages(decodeText('x'));
const features: Feature[] = stages.features;
const elements: BigUint64Array = sd1.elements(sd1.segment(sd1.normalise(sd1.identifiers('x'))));
const found: Scheme | undefined = lookup(one.scheme);
const id: SchemeId = sm1.id;
const errors: Error[] = [new NoFeaturesError(), new MalformedError(''), new NotComparableError(''), new NoItemsError()];
const digests: string[] = [NAME, digest(text), new TextDigest().write('x').reset().digest(), ...items('x')];

const sources: Source[] = [['a'], new Blob(['a']).stream(), (async function* () {})()];
const made: Promise<Hasher> = sm1.hasher().writeFrom(sources[0]);
const piped: Promise<void> = new Blob([]).stream().pipeThrough(hasher.transform()).pipeTo(new TextDigest().writable());

const visible: VisibleText[] = [
  htmlText(new Uint8Array(3)),
  xmlText(new Uint8Array(3), 'koi8-r'),
  mainText(new Uint8Array(3)),
];
const encodings: string[] = visible.map(({ text, encoding }) => text + encoding);
const matches: Promise<Match[]> = new service.Service('http://x')
  .index('a')
  .search('x')
  .then((near) => near.matches);

// @ts-expect-error: truncated forms have 8, 4, 2 or 1 bits
one.truncate(3);
// @ts-expect-error: pieces are octets or strings
hasher.write([1, 2]);
// @ts-expect-error: the octets do not name the scheme
Minima.fromOctets(minima.toOctets());
// @ts-expect-error: a full form has a scheme
new Minima();
// @ts-expect-error: scheme is the name of a scheme
if (one.scheme === sm1) throw new Error();
// @ts-expect-error: fingerprints come from schemes and parse
new light.Fingerprint('sm1', new Uint8Array(8));
// @ts-expect-error: internal
minima.slots.fill(0);

/** Fails to compile if a name of an entry has the type any, or returns it. */
type IsAny<T> = 0 extends 1 & T ? true : false;
type Unchecked<M> = {
  [K in keyof M]: IsAny<M[K]> extends true
    ? K
    : M[K] extends (...args: never[]) => infer R
      ? IsAny<R> extends true
        ? K
        : never
      : never;
}[keyof M];
const checked: [never, never, never, never, never, never] extends [
  Unchecked<typeof library>,
  Unchecked<typeof light>,
  Unchecked<typeof markup>,
  Unchecked<typeof maintext>,
  Unchecked<typeof textdigest>,
  Unchecked<typeof service>,
]
  ? true
  : false = true;
const none: Unchecked<
  typeof library &
    typeof light &
    typeof markup &
    typeof maintext &
    typeof textdigest &
    typeof service &
    Fingerprint &
    Hasher &
    Full &
    Scheme &
    TextDigest
>[] = [];
const mustBeNever: never[] = none;

export {
  all,
  checked,
  clones,
  counts,
  digests,
  distance,
  elements,
  encodings,
  errors,
  features,
  found,
  id,
  made,
  matches,
  mustBeNever,
  piped,
  width,
};
