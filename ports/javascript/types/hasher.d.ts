/** R2.9 and R2.10 before next, in the multi schemes. Adds the stages to a list, if there is one. */
export function joinLines(next: any, multi: any, stages?: any[]): any;
/**
 * Makes a fingerprint of a text that comes in pieces, wherever they are cut (R9.2). Its memory grows with the
 * number of distinct features, not with the text.
 */
export class Hasher {
    /**
     * Made by the method `hasher` of a scheme.
     * @private
     * @param {import('./scheme.js').Scheme} scheme
     */
    private constructor();
    /** The id of its scheme. */
    get scheme(): import("./ids.js").SchemeId;
    /**
     * Begins another text.
     * @returns {this}
     */
    reset(): this;
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
     * Ends the text and returns the number of its distinct features (R5.2).
     * @returns {number}
     */
    get features(): number;
    /**
     * Ends the text and returns its fingerprint.
     * @returns {Fingerprint}
     * @throws {NoFeaturesError} if it has no features (R5.3)
     */
    fingerprint(): Fingerprint;
    /**
     * Ends the text and returns its full form (R7.5), which is empty if it has no features.
     * @returns {Minima}
     * @throws {TypeError} if the scheme is not a MinHash
     */
    minima(): Minima;
    #private;
}
export type Fingerprint = import("./fingerprint.js").Fingerprint;
/**
 * Pieces of a text: an iterable, an async iterable or a stream.
 */
export type Source = import("./streams.js").Source;
/**
 * Octets, or a string that stands for its UTF-8.
 */
export type Text = import("./text.js").Text;
import { Minima } from './minhash.js';
