/** A client of `fpcheck serve`: what it answers is described by the service's /openapi.yaml. */

export type Body = string | Uint8Array<ArrayBuffer>;
export interface Match { id: string; id_base64?: string; fingerprint: string; distance: number; similarity: number }
export interface Near { fingerprint: string; matches: Match[]; more: boolean }
export interface Added { id: string; fingerprint: string; replaced: boolean }

export class Problem extends Error {
	readonly status: number;
	readonly details: { type?: string; title?: string; status?: number; detail?: string };
	constructor(status: number, details: object);
}

export class Service {
	constructor(url: string, options?: { token?: string });
	index(name: string): Index;
	indexes(): Promise<{ name: string; scheme: string; documents: number }[]>;
	fingerprint(document: Body, mediaType?: string, query?: { scheme?: string; profile?: string; show?: string }): Promise<any>;
	compare(a: object, b: object, options?: { scheme?: string; profile?: string; words?: boolean }): Promise<any>;
	ask(method: string, path: string, body?: Body, mediaType?: string, query?: object): Promise<any>;
	open(method: string, path: string, body?: Body, mediaType?: string): Promise<Response>;
}

export class Index {
	constructor(service: Service, name: string);
	search(document: Body, mediaType?: string, options?: { maxDistance?: number; minSimilarity?: number; limit?: number }): Promise<Near>;
	add(id: string, document: Body, mediaType?: string): Promise<Added>;
	get(id: string): Promise<{ id: string; fingerprint: string }>;
	delete(id: string): Promise<void>;
	cluster(id: string): Promise<{ size: number; members: { id: string; similarity: number }[]; complete: boolean }>;
	batch(lines: Iterable<object>): Promise<any[]>;
}
