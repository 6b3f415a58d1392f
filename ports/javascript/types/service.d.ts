/** @typedef {string | Uint8Array<ArrayBuffer>} Body A text, or the bytes of a document. */
/** @typedef {{ id: string, id_base64?: string, fingerprint: string, distance: number, similarity: number }} Match A near document. */
/** @typedef {{ fingerprint: string, matches: Match[], more: boolean }} Near The answer to a search. */
/** @typedef {{ id: string, fingerprint: string, replaced: boolean }} Added The answer to an added document. */
/** @typedef {{ type?: string, title?: string, status?: number, detail?: string }} Details Details of a problem, as RFC 9457 has them. */
/** @typedef {{ name: string, scheme: string, documents: number }} IndexInfo An index of a service. */
/** @typedef {{ size: number, members: { id: string, similarity: number }[], complete: boolean }} Cluster The near documents of a document, and theirs. */
/** An answer of the service that reports a problem: its status and its details. */
export class Problem extends Error {
    /**
     * @param {number} status
     * @param {Details} details
     */
    constructor(status: number, details: Details);
    /**
     * The status of the answer, such as 404.
     * @readonly
     */
    readonly status: number;
    /**
     * Its details, as RFC 9457 has them.
     * @readonly
     */
    readonly details: Details;
}
/** A service at a URL. */
export class Service {
    /**
     * @param {string} url such as `http://127.0.0.1:8750`
     * @param {{ token?: string }} [options] the token, for a service that asks for one
     */
    constructor(url: string, { token }?: {
        token?: string;
    });
    /**
     * Returns the index of a name. No request is made.
     * @param {string} name
     * @returns {Index}
     */
    index(name: string): Index;
    /**
     * Lists the indexes.
     * @returns {Promise<IndexInfo[]>}
     */
    indexes(): Promise<IndexInfo[]>;
    /**
     * Asks for the fingerprint of a document.
     * @param {Body} document
     * @param {string} [mediaType]
     * @param {{ scheme?: string, profile?: string, show?: string }} [query]
     * @returns {Promise<any>}
     */
    fingerprint(document: Body, mediaType?: string, query?: {
        scheme?: string;
        profile?: string;
        show?: string;
    }): Promise<any>;
    /**
     * Compares two of `{ text }`, `{ bytes: base64, media_type }` and `{ fingerprint }`.
     * @param {object} a
     * @param {object} b
     * @param {{ scheme?: string, profile?: string, words?: boolean }} [options]
     * @returns {Promise<any>}
     */
    compare(a: object, b: object, options?: {
        scheme?: string;
        profile?: string;
        words?: boolean;
    }): Promise<any>;
    /**
     * Makes any request, and returns the JSON of the answer, or undefined if it is empty.
     * @param {string} method
     * @param {string} path
     * @param {Body} [body]
     * @param {string} [mediaType]
     * @param {object} [query]
     * @returns {Promise<any>}
     * @throws {Problem} if the service reports one
     */
    ask(method: string, path: string, body?: Body, mediaType?: string, query?: object): Promise<any>;
    /**
     * Makes any request, and returns its Response.
     * @param {string} method
     * @param {string} path
     * @param {Body} [body]
     * @param {string} [mediaType]
     * @returns {Promise<Response>}
     * @throws {Problem} if the service reports one
     */
    open(method: string, path: string, body?: Body, mediaType?: string): Promise<Response>;
    #private;
}
/** An index of a service. */
export class Index {
    /**
     * @param {Service} service
     * @param {string} name
     */
    constructor(service: Service, name: string);
    /**
     * Searches for near documents.
     * @param {Body} document
     * @param {string} [mediaType]
     * @param {{ maxDistance?: number, minSimilarity?: number, limit?: number }} [options]
     * @returns {Promise<Near>}
     */
    search(document: Body, mediaType?: string, { maxDistance, minSimilarity, limit }?: {
        maxDistance?: number;
        minSimilarity?: number;
        limit?: number;
    }): Promise<Near>;
    /**
     * Adds a document, or replaces the one with its id.
     * @param {string} id
     * @param {Body} document
     * @param {string} [mediaType]
     * @returns {Promise<Added>}
     */
    add(id: string, document: Body, mediaType?: string): Promise<Added>;
    /**
     * Returns the fingerprint of a document.
     * @param {string} id
     * @returns {Promise<{ id: string, fingerprint: string }>}
     */
    get(id: string): Promise<{
        id: string;
        fingerprint: string;
    }>;
    /**
     * Deletes a document.
     * @param {string} id
     * @returns {Promise<void>}
     */
    delete(id: string): Promise<void>;
    /**
     * Returns the near documents of a document, the near documents of these, and so on.
     * @param {string} id
     * @returns {Promise<Cluster>}
     */
    cluster(id: string): Promise<Cluster>;
    /**
     * Sends lines such as `{ op: 'add', id, text }`, and returns an answer for each.
     * Browsers read no answer before they have sent all lines. There, send at most 64 lines at once.
     * @param {Iterable<object>} lines
     * @returns {Promise<any[]>}
     */
    batch(lines: Iterable<object>): Promise<any[]>;
    #private;
}
/**
 * A text, or the bytes of a document.
 */
export type Body = string | Uint8Array<ArrayBuffer>;
/**
 * A near document.
 */
export type Match = {
    id: string;
    id_base64?: string;
    fingerprint: string;
    distance: number;
    similarity: number;
};
/**
 * The answer to a search.
 */
export type Near = {
    fingerprint: string;
    matches: Match[];
    more: boolean;
};
/**
 * The answer to an added document.
 */
export type Added = {
    id: string;
    fingerprint: string;
    replaced: boolean;
};
/**
 * Details of a problem, as RFC 9457 has them.
 */
export type Details = {
    type?: string;
    title?: string;
    status?: number;
    detail?: string;
};
/**
 * An index of a service.
 */
export type IndexInfo = {
    name: string;
    scheme: string;
    documents: number;
};
/**
 * The near documents of a document, and theirs.
 */
export type Cluster = {
    size: number;
    members: {
        id: string;
        similarity: number;
    }[];
    complete: boolean;
};
