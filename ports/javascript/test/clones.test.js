// What structuredClone, JSON, console.log and deepEqual make of the objects of every class: state in private fields
// is lost by the first two, and is not compared by the last.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import * as library from 'fpcheck';
import { Fingerprint, Minima, lookup, mh1, parse, schemes, sm1 } from 'fpcheck';
import * as light from 'fpcheck/fingerprint';
import * as service from 'fpcheck/service';
import * as textdigest from 'fpcheck/textdigest';

const fingerprint = sm1.sum('The keeper counted the ships.');
const minima = mh1.hasher().write('The keeper counted the ships.').minima();
const { Service } = service;

const rows = [
  // object, another of its class, what console.log shows, how its clone or its JSON becomes equal to it
  [fingerprint, sm1.sum('other'), `Fingerprint(${fingerprint})`, Fingerprint.from],
  [minima, new Minima('mh1'), 'Minima(mh1, 3 of 128 slots filled)', Minima.from],
  [sm1, mh1, 'Scheme(sm1)', (clone) => lookup(clone.id ?? clone)],
  [sm1.hasher(), mh1.hasher(), 'Hasher(sm1)'],
  [new textdigest.TextDigest(), null, 'TextDigest(runs-1)'],
  [new Service('http://x/', { token: 'secret' }), new Service('http://y'), 'Service(http://x)'],
  [new Service('http://x').index('a'), new Service('http://x').index('b'), 'Index(a)'],
];

for (const [object, other, shown, revive] of rows) {
  test(shown, () => {
    assert.equal(inspect(object), shown);
    assert.equal(inspect({ deep: [object] }, { depth: 9 }), `{ deep: [ ${shown} ] }`);
    if (other !== null) assert.notDeepStrictEqual(object, other);
    if (revive === undefined) {
      const advice = new RegExp(`${object.constructor.name} cannot be cloned: post`);
      const message = 'Bun' in globalThis ? /can ?not be cloned/ : advice; // Bun does not name what it refuses
      assert.throws(() => structuredClone(object), { name: 'DataCloneError', message });
      assert.throws(() => structuredClone({ deep: [object] }), { name: 'DataCloneError' });
      return;
    }
    for (const copy of [structuredClone(object), JSON.parse(JSON.stringify(object))]) {
      const back = revive(copy);
      assert.ok(back instanceof object.constructor);
      assert.deepStrictEqual(back, object);
      assert.equal(inspect(back), shown);
    }
    assert.equal(revive(object), object);
  });
}

test('each class of the library is in the rows', () => {
  const tested = new Set(rows.map(([object]) => object.constructor));
  for (const [name, value] of [library, light, service, textdigest].flatMap((module) => Object.entries(module))) {
    if (typeof value !== 'function' || !/^class\b/.test(value)) continue;
    assert.ok(tested.has(value) || value.prototype instanceof Error, `${name} has no row`);
  }
});

test('a worker receives a fingerprint', async () => {
  const source = `
    const { parentPort } = require('node:worker_threads');
    const { Fingerprint } = require('fpcheck/fingerprint');
    parentPort.on('message', ([a, b]) => parentPort.postMessage(Fingerprint.from(a).distance(Fingerprint.from(b))));
  `;
  const worker = new Worker(source, { eval: true });
  const distance = await new Promise((resolve, reject) => {
    worker.on('message', resolve).on('error', reject);
    worker.postMessage([fingerprint, sm1.sum('Another text.')]);
  });
  await worker.terminate();
  assert.equal(distance, fingerprint.distance(sm1.sum('Another text.')));
});

test('clones that are damaged are refused', () => {
  const damaged = structuredClone(minima);
  damaged.slots[0] = 0x02000000;
  assert.throws(() => Minima.from(damaged), { name: 'MalformedError', message: /slot 0/ });
  assert.throws(() => Minima.from({ ...structuredClone(minima), scheme: 'sm1' }), TypeError);
  assert.throws(() => Minima.from({ scheme: 'mh1', slots: [] }), TypeError);
  for (const value of [{}, { string: 1 }, null, undefined, 5]) assert.throws(() => Fingerprint.from(value), TypeError);
  assert.throws(() => Fingerprint.from({ string: 'sm1:x' }), { name: 'MalformedError' });
  assert.throws(() => fingerprint.distance(structuredClone(fingerprint)), /Fingerprint\.from/);
});

test('fingerprints cannot be changed', () => {
  assert.throws(() => {
    fingerprint.string = 'sm1:aaaaaaaaaaaaa';
  }, TypeError);
  assert.throws(() => {
    minima.scheme = 'mw1';
  }, TypeError);
  assert.equal(parse(fingerprint.string).distance(fingerprint), 0);
  assert.equal(schemes.every(Object.isFrozen), true);
});
