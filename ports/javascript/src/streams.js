// @ts-check
// Texts that come by streams, for the classes that take a text in pieces.

/** @typedef {import('./text.js').Text} Text Octets, or a string that stands for its UTF-8. */
/** @typedef {AsyncIterable<Text> | Iterable<Text> | ReadableStream<Text>} Source Pieces of a text. */
/** @typedef {{ write(piece: Text): unknown }} Sink */

/**
 * Writes all pieces. A source that fails, or has something else, is closed.
 * @param {Sink} sink
 * @param {Source} source
 */
export async function writeFrom(sink, source) {
  for await (const piece of piecesOf(source)) sink.write(piece);
}

/**
 * The pieces of a source. Not every browser can iterate over a stream.
 * @param {Source} source
 * @returns {AsyncIterable<Text> | Iterable<Text>}
 */
function piecesOf(source) {
  const object = Object(source);
  if (ArrayBuffer.isView(object)) throw new TypeError('expected pieces of a text: write takes a single piece');
  if (Symbol.asyncIterator in object || Symbol.iterator in object) return object;
  if ('getReader' in object) return readAll(object.getReader());
  throw new TypeError('expected pieces of a text: an iterable or a stream');
}

/** @param {ReadableStreamDefaultReader<Text>} reader */
async function* readAll(reader) {
  let done = false;
  try {
    for (;;) {
      const result = await reader.read();
      done = result.done;
      if (result.done) return;
      yield result.value;
    }
  } finally {
    if (!done) await reader.cancel();
    reader.releaseLock();
  }
}

/**
 * A stream for pipeTo, which writes all pieces to the sink.
 * @param {Sink} sink
 * @returns {WritableStream<Text>}
 */
export function writableOf(sink) {
  return new WritableStream({
    write(piece) {
      sink.write(piece);
    },
  });
}

/**
 * A stream for pipeThrough, which writes all pieces to the sink and passes them on.
 * @param {Sink} sink
 * @returns {TransformStream<Text, Text>}
 */
export function transformOf(sink) {
  return new TransformStream({
    transform(piece, controller) {
      sink.write(piece);
      controller.enqueue(piece);
    },
  });
}
