// The public types, as a user meets them. Compiled by `npm test`, never run.

import {
  MalformedError, Minima, NoFeaturesError, NotComparableError, decodeText, lookup, mh1, mix64, mw1, parse,
  schemes, sd1, sm1, sum64,
} from 'fpcheck';
import { htmlText, xmlText } from 'fpcheck/markup';
import { NAME, NoItemsError, TextDigest, digest, items } from 'fpcheck/textdigest';
import type { VisibleText } from 'fpcheck/markup';
import type { Feature, Fingerprint, Hasher, Scheme, Stages, Text, Width } from 'fpcheck';

const all: readonly Scheme[] = [...schemes, sd1, sm1, mh1, mw1];
const text: Text = 'some text';
const one: Fingerprint = sm1.sum(text);
const other: Fingerprint = parse(one.toString()).withProfile('main');
const distance: number = one.distance(other) + one.similarity(other);
const hasher: Hasher = mh1.hasher().write(new Uint8Array(3));
const counts: number = hasher.features + hasher.reset().features;
const minima: Minima = hasher.minima();
minima.add(mix64(sum64(minima.toOctets())));
minima.merge(Minima.fromOctets(minima.toOctets()));
const width: Width | 0 = mh1.fromMinima(minima).truncate(4).width;
const stages: Stages = mw1.stages(decodeText('x'));
const features: Feature[] = stages.features;
const elements: BigUint64Array = sd1.elements(sd1.segment(sd1.normalise(sd1.identifiers('x'))));
const found: Scheme | undefined = lookup('sm1');
const errors: Error[] = [new NoFeaturesError(), new MalformedError(''), new NotComparableError(''), new NoItemsError()];
const digests: string[] = [NAME, digest(text), new TextDigest().write(new Uint8Array(3)).reset().digest(), ...items('x')];

const visible: VisibleText[] = [htmlText(new Uint8Array(3)), xmlText(new Uint8Array(3), 'koi8-r')];
const encodings: string[] = visible.map(({ text, encoding }) => text + encoding);

// @ts-expect-error: truncated forms have 8, 4, 2 or 1 bits
one.truncate(3);
// @ts-expect-error: pieces are octets
hasher.write('a string could be cut between surrogates');

export { all, counts, digests, distance, elements, encodings, errors, features, found, width };
