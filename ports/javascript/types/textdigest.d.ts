/**
 * Returns the digest of a text, 64 hexadecimal digits.
 * @param {Text} text
 * @returns {string}
 * @throws {NoItemsError} if it has no items
 */
export function digest(text: Text): string;
/**
 * Returns what is hashed: the words, numbers, symbols and signs of a text, in order (R10.10). All in memory.
 * @param {Text} text
 * @returns {string[]}
 */
export function items(text: Text): string[];
export { NoItemsError } from "./errors.js";
/** The name of the definition. Keep it with each digest: those of different names do not compare (R10.11). */
export const NAME: "runs-1";
/**
 * Makes the digest of a text that comes in pieces, wherever they are cut (R9.2). Its memory does not grow
 * with the text.
 */
export class TextDigest {
    /**
     * Takes the next piece, octets or a string, and keeps no reference to it. A pair of surrogates may be cut.
     * @param {Text} piece
     * @returns {this}
     * @throws {TypeError} if the text has ended
     */
    write(piece: Text): this;
    /**
     * Takes all pieces of a stream or of another iterable. If one of them is neither octets nor a string, it closes
     * the source and throws.
     * @param {Source} source such as `response.body` or a stream of Node.js
     * @returns {Promise<this>}
     */
    writeFrom(source: Source): Promise<this>;
    /**
     * Returns a stream for `pipeTo`, which takes all pieces.
     * @returns {WritableStream<Text>}
     */
    writable(): WritableStream<Text>;
    /**
     * Returns a stream for `pipeThrough`, which takes all pieces and passes them on unchanged.
     * @returns {TransformStream<Text, Text>}
     */
    transform(): TransformStream<Text, Text>;
    /**
     * Ends the text and returns its digest, 64 hexadecimal digits.
     * @returns {string}
     * @throws {NoItemsError} if it has no items (R10.11)
     */
    digest(): string;
    /**
     * Begins another text.
     * @returns {this}
     */
    reset(): this;
    #private;
}
/**
 * Pieces of a text: an iterable, an async iterable or a stream.
 */
export type Source = import("./streams.js").Source;
/**
 * Octets, or a string that stands for its UTF-8.
 */
export type Text = import("./text.js").Text;
