// A client of `fpcheck serve`, for browsers and Node:
//
//	const archive = new Service("http://127.0.0.1:8750").index("archive");
//	await archive.add("letter.html", html, "text/html"); // then the document is on the disk
//	for (const match of (await archive.search(other)).matches) console.log(match.id, match.similarity);
//
// A document is octets, with their media type if that is known, or a text. Answers are what the
// service says, as its /openapi.yaml describes it.

/** What the service says is wrong: the status, and details as RFC 9457 has them. */
export class Problem extends Error {
	constructor(status, details) {
		super([details.title, details.detail].filter(Boolean).join(" ") || `status ${status}`);
		this.name = "Problem";
		this.status = status;
		this.details = details;
	}
}

/** A service at a URL. The token is for one that asks for tokens. */
export class Service {
	#url;
	#token;

	constructor(url, { token } = {}) {
		this.#url = url.replace(/\/+$/, "");
		this.#token = token;
	}

	index(name) {
		return new Index(this, name);
	}

	async indexes() {
		return (await this.ask("GET", "/v1/indexes")).indexes;
	}

	fingerprint(document, mediaType, query) {
		return this.ask("POST", "/v1/fingerprint", document, mediaType, query);
	}

	/** Compares two of {text}, {octets: base64, media_type} and {fingerprint}. */
	compare(a, b, options = {}) {
		return this.ask("POST", "/v1/compare", JSON.stringify({ a, b, ...options }), "application/json");
	}

	/** Makes any request, and resolves to what JSON is answered, or undefined. */
	async ask(method, path, body, mediaType, query = {}) {
		const given = Object.entries(query).filter(([, value]) => value !== undefined);
		const text = await (await this.open(method, path + (given.length ? "?" + new URLSearchParams(given) : ""), body, mediaType)).text();
		return text ? JSON.parse(text) : undefined;
	}

	/** Makes any request, and resolves to its Response. */
	async open(method, path, body, mediaType) {
		const headers = {};
		if (body !== undefined) {
			headers["Content-Type"] = mediaType ?? (typeof body === "string" ? "text/plain; charset=utf-8" : "application/octet-stream");
		}
		if (this.#token) headers.Authorization = "Bearer " + this.#token;
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
}

/** An index of a service. */
export class Index {
	#service;
	#path;

	constructor(service, name) {
		this.#service = service;
		this.#path = "/v1/indexes/" + encodeURIComponent(name);
	}

	search(document, mediaType, { maxDistance, minSimilarity, limit } = {}) {
		return this.#service.ask("POST", this.#path + "/search", document, mediaType,
			{ max_distance: maxDistance, min_similarity: minSimilarity, limit });
	}

	add(id, document, mediaType) {
		return this.#service.ask("PUT", this.#document(id), document, mediaType);
	}

	get(id) {
		return this.#service.ask("GET", this.#document(id));
	}

	delete(id) {
		return this.#service.ask("DELETE", this.#document(id));
	}

	cluster(id) {
		return this.#service.ask("GET", this.#path + "/clusters/" + quoted(id));
	}

	/** Sends lines such as {op: "add", id, text}, and resolves to an answer for each. */
	async batch(lines) {
		const body = [...lines].map((line) => JSON.stringify(line) + "\n").join("");
		const said = await (await this.#service.open("POST", this.#path + "/batch", body, "application/jsonl")).text();
		return said.split("\n").filter(Boolean).map((line) => JSON.parse(line));
	}

	#document(id) {
		return this.#path + "/documents/" + quoted(id);
	}
}

// quoted is an id in a path, where one of dots alone would be a step, however it is written.
function quoted(id) {
	if (id === "." || id === "..") throw new RangeError(`the id ${id} cannot stand in a URL: expected a batch for it`);
	return encodeURIComponent(id);
}
