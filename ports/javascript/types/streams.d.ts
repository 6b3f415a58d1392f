/** @typedef {import('./text.js').Text} Text Octets, or a string that stands for its UTF-8. */
/** @typedef {AsyncIterable<Text> | Iterable<Text> | ReadableStream<Text>} Source Pieces of a text. */
/** @typedef {{ write(piece: Text): unknown }} Sink */
/**
 * Writes all pieces. A source that fails, or has something else, is closed.
 * @param {Sink} sink
 * @param {Source} source
 */
export function writeFrom(sink: Sink, source: Source): Promise<void>;
/**
 * A stream for pipeTo, which writes all pieces to the sink.
 * @param {Sink} sink
 * @returns {WritableStream<Text>}
 */
export function writableOf(sink: Sink): WritableStream<Text>;
/**
 * A stream for pipeThrough, which writes all pieces to the sink and passes them on.
 * @param {Sink} sink
 * @returns {TransformStream<Text, Text>}
 */
export function transformOf(sink: Sink): TransformStream<Text, Text>;
/**
 * Octets, or a string that stands for its UTF-8.
 */
export type Text = import("./text.js").Text;
/**
 * Pieces of a text.
 */
export type Source = AsyncIterable<Text> | Iterable<Text> | ReadableStream<Text>;
export type Sink = {
    write(piece: Text): unknown;
};
