// @ts-check
/**
 * A client of `fpcheck serve`, for browsers and Node.js:
 *
 *     const archive = new Service('http://127.0.0.1:8750').index('archive');
 *     await archive.add('letter.html', html, 'text/html'); // then the document is on the disk
 *     for (const match of (await archive.search(other)).matches) console.log(match.id, match.similarity);
 *
 * A document is bytes, with their media type if that is known, or a text. The service describes its
 * answers in its /openapi.yaml.
 * @module
 */

import { inspected, refuseClones } from './check.js';

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
  constructor(status, details) {
    super([details.title, details.detail].filter(Boolean).join(' ') || `status ${status}`);
    this.name = 'Problem';
    /**
     * The status of the answer, such as 404.
     * @readonly
     */
    this.status = status;
    /**
     * Its details, as RFC 9457 has them.
     * @readonly
     */
    this.details = details;
  }
}

/** A service at a URL. */
export class Service {
  #url;
  #token;

  /**
   * @param {string} url such as `http://127.0.0.1:8750`
   * @param {{ token?: string }} [options] the token, for a service that asks for one
   */
  constructor(url, { token } = {}) {
    this.#url = url.replace(/\/+$/, '');
    this.#token = token;
    refuseClones(this, 'a Service cannot be cloned: post its URL');
  }

  /**
   * Returns the index of a name. No request is made.
   * @param {string} name
   * @returns {Index}
   */
  index(name) {
    return new Index(this, name);
  }

  /**
   * Lists the indexes.
   * @returns {Promise<IndexInfo[]>}
   */
  async indexes() {
    return (await this.ask('GET', '/v1/indexes')).indexes;
  }

  /**
   * Asks for the fingerprint of a document.
   * @param {Body} document
   * @param {string} [mediaType]
   * @param {{ scheme?: string, profile?: string, show?: string }} [query]
   * @returns {Promise<any>}
   */
  fingerprint(document, mediaType, query) {
    return this.ask('POST', '/v1/fingerprint', document, mediaType, query);
  }

  /**
   * Compares two of `{ text }`, `{ bytes: base64, media_type }` and `{ fingerprint }`.
   * @param {object} a
   * @param {object} b
   * @param {{ scheme?: string, profile?: string, words?: boolean }} [options]
   * @returns {Promise<any>}
   */
  compare(a, b, options = {}) {
    return this.ask('POST', '/v1/compare', JSON.stringify({ a, b, ...options }), 'application/json');
  }

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
  async ask(method, path, body, mediaType, query = {}) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
    const text = await (await this.open(method, path + search, body, mediaType)).text();
    return text ? JSON.parse(text) : undefined;
  }

  /**
   * Makes any request, and returns its Response.
   * @param {string} method
   * @param {string} path
   * @param {Body} [body]
   * @param {string} [mediaType]
   * @returns {Promise<Response>}
   * @throws {Problem} if the service reports one
   */
  async open(method, path, body, mediaType) {
    /** @type {Record<string, string>} */
    const headers = {};
    if (body !== undefined) {
      const usual = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream';
      headers['Content-Type'] = mediaType ?? usual;
    }
    if (this.#token) headers.Authorization = `Bearer ${this.#token}`;
    const response = await fetch(this.#url + path, { method, headers, body });
    if (response.ok) return response;
    const said = await response.text();
    let details;
    try {
      details = JSON.parse(said);
    } catch {
      details = { detail: said };
    }
    throw new Problem(response.status, details);
  }

  static {
    inspected(this.prototype, (one) => `Service(${one.#url})`); // without the token
  }
}

/** An index of a service. */
export class Index {
  #service;
  #name;
  #path;

  /**
   * @param {Service} service
   * @param {string} name
   */
  constructor(service, name) {
    this.#service = service;
    this.#name = name;
    this.#path = `/v1/indexes/${encodeURIComponent(name)}`;
    refuseClones(this, 'an Index cannot be cloned: post the URL of its service and its name');
  }

  /**
   * Searches for near documents.
   * @param {Body} document
   * @param {string} [mediaType]
   * @param {{ maxDistance?: number, minSimilarity?: number, limit?: number }} [options]
   * @returns {Promise<Near>}
   */
  search(document, mediaType, { maxDistance, minSimilarity, limit } = {}) {
    const query = { max_distance: maxDistance, min_similarity: minSimilarity, limit };
    return this.#service.ask('POST', `${this.#path}/search`, document, mediaType, query);
  }

  /**
   * Adds a document, or replaces the one with its id.
   * @param {string} id
   * @param {Body} document
   * @param {string} [mediaType]
   * @returns {Promise<Added>}
   */
  add(id, document, mediaType) {
    return this.#service.ask('PUT', this.#document(id), document, mediaType);
  }

  /**
   * Returns the fingerprint of a document.
   * @param {string} id
   * @returns {Promise<{ id: string, fingerprint: string }>}
   */
  get(id) {
    return this.#service.ask('GET', this.#document(id));
  }

  /**
   * Deletes a document.
   * @param {string} id
   * @returns {Promise<void>}
   */
  delete(id) {
    return this.#service.ask('DELETE', this.#document(id));
  }

  /**
   * Returns the near documents of a document, the near documents of these, and so on.
   * @param {string} id
   * @returns {Promise<Cluster>}
   */
  cluster(id) {
    return this.#service.ask('GET', `${this.#path}/clusters/${quoted(id)}`);
  }

  /**
   * Sends lines such as `{ op: 'add', id, text }`, and returns an answer for each.
   * Browsers read no answer before they have sent all lines. There, send at most 64 lines at once.
   * @param {Iterable<object>} lines
   * @returns {Promise<any[]>}
   */
  async batch(lines) {
    const body = [...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
    const response = await this.#service.open('POST', `${this.#path}/batch`, body, 'application/jsonl');
    const answers = (await response.text()).split('\n').filter(Boolean);
    return answers.map((line) => JSON.parse(line));
  }

  static {
    inspected(this.prototype, (one) => `Index(${one.#name})`);
  }

  /** @param {string} id */
  #document(id) {
    return `${this.#path}/documents/${quoted(id)}`;
  }
}

/**
 * An id in a path. There, an id of dots alone would be a step, however it is written.
 * @param {string} id
 */
function quoted(id) {
  if (id === '.' || id === '..') throw new RangeError(`the id ${id} cannot be in a URL: send it in a batch`);
  return encodeURIComponent(id);
}
