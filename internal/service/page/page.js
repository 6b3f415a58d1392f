// The page of fpcheck serve. It asks the service that it comes from, and nothing else.
"use strict";

const $ = (id) => document.getElementById(id);

// element makes an element with attributes and children, which are elements or text.
function element(name, attributes, ...children) {
	const svg = ["svg", "rect", "path", "line", "text"].includes(name);
	const e = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
	for (const [key, value] of Object.entries(attributes ?? {})) e.setAttribute(key, value);
	e.append(...children);
	return e;
}

function say(text, problem) {
	$("said").textContent = text;
	$("said").classList.toggle("problem", Boolean(problem));
}

// ask makes a request, and returns the answer, or throws what is wrong.
async function ask(path, options = {}) {
	const headers = { ...options.headers };
	if ($("token").value) headers.Authorization = "Bearer " + $("token").value;
	const response = await fetch(path, { ...options, headers });
	const type = response.headers.get("Content-Type") ?? "";
	const answer = type.includes("json") ? await response.json() : await response.text();
	if (!response.ok) throw new Error((answer.title ?? response.statusText) + (answer.detail ? " " + answer.detail : ""));
	return answer;
}

const post = (path, value) => ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(value) });
const index = () => "v1/indexes/" + encodeURIComponent($("index").value);

// dropped are the files that stand for what is in a text area, until somebody edits that.
const dropped = {};

async function take(side, file) {
	if (!file) return;
	const bytes = new Uint8Array(await file.arrayBuffer());
	let binary = "";
	for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
	dropped[side] = { bytes: btoa(binary), name: file.name };
	$("text-" + side).value = `${file.name}, ${bytes.length} bytes`;
	if (side === "a") $("id").value = file.name;
}

function subject(side) {
	if (dropped[side]) return dropped[side];
	const text = $("text-" + side).value;
	return text.trim() ? { text } : null;
}

for (const side of ["a", "b"]) {
	const area = $("text-" + side);
	area.addEventListener("input", () => { delete dropped[side]; });
	$("file-" + side).addEventListener("change", (e) => take(side, e.target.files[0]));
	area.addEventListener("dragover", (e) => { e.preventDefault(); area.classList.add("target"); });
	area.addEventListener("dragleave", () => area.classList.remove("target"));
	area.addEventListener("drop", (e) => {
		area.classList.remove("target");
		if (!e.dataTransfer.files.length) return;
		e.preventDefault();
		take(side, e.dataTransfer.files[0]);
	});
}

// during disables a button while something goes on, and says what was wrong with it.
async function during(button, work) {
	button.disabled = true;
	say("");
	try {
		await work();
	} catch (e) {
		say(e.message, true);
	}
	button.disabled = false;
}

const bitsOf = (hex) => [...hex].flatMap((c) => [8, 4, 2, 1].map((b) => (parseInt(c, 16) & b ? 1 : 0)));

// drawBits draws the bits of a fingerprint, with a frame about those in which another differs.
function drawBits(hex, other) {
	const bits = bitsOf(hex), others = other ? bitsOf(other) : bits;
	const columns = bits.length > 128 ? 64 : 32, size = 12, rows = Math.ceil(bits.length / columns);
	const svg = element("svg", { viewBox: `0 0 ${columns * size} ${rows * size}`, width: columns * size, height: rows * size });
	let differ = 0;
	bits.forEach((bit, i) => {
		const off = bit !== others[i];
		differ += off;
		svg.append(element("rect", { x: (i % columns) * size + 1, y: Math.floor(i / columns) * size + 1, width: size - 2, height: size - 2,
			class: (bit ? "one" : "") + (off ? " off" : "") }));
	});
	$("bits").replaceChildren(svg);
	$("bits").setAttribute("aria-label", `${bits.length} bits of the fingerprint` + (other ? `, ${differ} of them framed: there the other document differs` : ""));
}

function row(...cells) {
	return element("tr", {}, ...cells.map(([label, text], i) =>
		element(i ? "td" : "th", i ? { class: "number", "data-label": label } : { scope: "row" }, text)));
}

const percent = (x) => (100 * x).toFixed(1) + " %";

async function look() {
	const a = subject("a"), b = subject("b");
	if (!a) throw new Error("There is no document: paste one, or drop a file.");
	const { scheme } = await ask(index());
	const show = (x, what) => post(`v1/fingerprint?scheme=${encodeURIComponent(scheme)}&show=${what}`, x);
	const shown = await show(a, "text,tokens,bits"), print = shown.fingerprints[0];
	const other = b && await show(b, "bits");
	$("print").textContent = print.fingerprint;
	$("source").textContent = [shown.media_type, shown.encoding, `${print.features} features`, ...(shown.notes ?? [])].filter(Boolean).join(", ");
	$("tokens").replaceChildren(...(print.tokens ?? []).slice(0, 2000).map((t) => element("span", {}, t)));
	if ((print.tokens ?? []).length > 2000 || print.cut) $("tokens").append("and more");
	$("shown").textContent = shown.text ?? "";
	drawBits(print.bits, other && other.fingerprints[0].bits);
	$("compared").hidden = !b;
	if (b) await compare(a, b, scheme);
	$("found").hidden = false;
	await neighbours(a, print);
}

async function compare(a, b, scheme) {
	showDifference(await post("v1/compare", { a, b, scheme, words: true }), $("verdict"), $("words"));
}

// showDifference says how near two documents are, and which words of the first went and which of
// the second came.
function showDifference(c, verdict, words) {
	verdict.textContent = `${c.verdict}: distance ${c.distance}, similarity ${percent(c.similarity)}`;
	const w = c.words;
	const hunks = (w?.hunks ?? []).map((h) => element("p", {}, ...h.pieces.flatMap((p) =>
		[p.kind === "went" ? element("del", {}, p.text) : p.kind === "came" ? element("ins", {}, p.text) : p.text, " "])));
	if (w) hunks.unshift(element("p", {}, `${w.went} words went, ${w.came} came, ${w.moved} moved`));
	if (w?.more) hunks.push(element("p", {}, `and ${w.more} more places`));
	words.replaceChildren(...hunks);
}

async function neighbours(a, print) {
	const rows = $("near").tBodies[0];
	rows.replaceChildren();
	$("beside").hidden = true;
	if (print.too_short) {
		$("near-note").textContent = "The text is too short to tell what is near it.";
		return;
	}
	const near = await post(index() + "/search?limit=50", { fingerprint: print.fingerprint });
	$("near-note").textContent = near.matches.length ? `${near.matches.length} found` + (near.more ? ", and there are more" : "") : "Nothing in the index is near.";
	rows.append(...near.matches.map((m) => {
		const button = element("button", { type: "button", "aria-label": "Show the words that differ from " + m.id }, "Show");
		button.addEventListener("click", () => during(button, () => besideNeighbour(a, m)));
		return row(["Document", m.id], ["Distance", String(m.distance)], ["Similarity", percent(m.similarity)], ["Words", button]);
	}));
}

// besideNeighbour shows which words a document and a neighbour of it differ in, if the service has
// the text of that.
async function besideNeighbour(a, m) {
	const b = { index: $("index").value, ...(m.id_base64 ? { id_base64: m.id_base64 } : { id: m.id }) };
	const c = await post("v1/compare", { a, b, words: true });
	$("beside-title").textContent = "This document, and then " + m.id;
	showDifference(c, $("beside-verdict"), $("beside-words"));
	if (c.no_words) {
		$("beside-words").replaceChildren(element("p", {}, `Which words differ is not known: ${c.no_words}. Put its text in as the other document to see them.`));
	}
	$("beside").hidden = false;
	$("beside").focus();
}

async function listClusters() {
	const all = await ask(index() + "/clusters?limit=50");
	$("clusters-note").textContent = `${all.count} ${all.count === 1 ? "cluster" : "clusters"} of ${all.documents} documents` + (all.count > all.clusters.length ? ", the largest of them:" : "");
	$("clusters").replaceChildren(...all.clusters.map((c) => element("details", {},
		element("summary", {}, `${c.size} documents: ${c.members[0].id}`),
		element("ul", {}, ...c.members.map((m) => element("li", {}, `${m.id} (${percent(m.similarity)})`)),
			...(c.size > c.members.length ? [element("li", {}, `and ${c.size - c.members.length} more`)] : [])))));
}

// drawCurve draws points from 0 to 1, joined or as bars.
function drawCurve(points, bars, xs) {
	const width = 600, height = 220, left = 40, bottom = 30;
	const x = (v) => left + v * (width - left - 10), y = (v) => height - bottom - v * (height - bottom - 10);
	const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, width, height });
	for (const v of [0, 0.5, 1]) {
		svg.append(element("line", { x1: left, x2: width - 10, y1: y(v), y2: y(v) }), element("text", { x: 4, y: y(v) + 4 }, percent(v).replace(".0", "")));
	}
	for (const [v, text] of xs) svg.append(element("text", { x: x(v), y: height - 8, "text-anchor": "middle" }, text));
	if (bars) {
		const w = (width - left - 10) / points.length;
		for (const [v, h] of points) svg.append(element("rect", { x: x(v) - w / 2 + 1, y: y(h), width: Math.max(1, w - 2), height: y(0) - y(h) }));
	} else {
		svg.append(element("path", { d: points.map(([v, h], i) => (i ? "L" : "M") + x(v).toFixed(1) + " " + y(h).toFixed(1)).join("") }));
	}
	$("curve").replaceChildren(svg);
}

async function showPoint() {
	const p = await ask(index() + "/curve");
	if (p.recall) {
		$("point-note").textContent = "How likely a search is to find a document, by how similar that is. It is made for a similarity of " + percent(p.limit) + ".";
		drawCurve(p.recall.map((r, i) => [i / (p.recall.length - 1), r]), false, [[0, "0"], [0.5, "0.5"], [1, "1"]]);
		$("curve").setAttribute("aria-label", `A rising curve: at ${percent(p.limit)} similar, ${percent(p.recall[Math.round(p.limit * (p.recall.length - 1))])} are found`);
		return;
	}
	const most = Math.max(1, ...p.distances), n = p.distances.length;
	$("point-note").textContent = `How far apart near documents are, in bits, for ${p.sampled} documents of the index. It finds all up to ${n - 1} bits.`;
	drawCurve(p.distances.map((d, i) => [(i + 0.5) / n, d / most]), true, p.distances.map((_, i) => [(i + 0.5) / n, String(i)]));
	$("curve").setAttribute("aria-label", "Pairs by distance: " + p.distances.map((d, i) => `${d} at ${i} bits`).join(", "));
}

// quantile is about the value of a histogram that a share of what it has counted is within.
function quantile(lines, labels, share) {
	const buckets = [...lines.matchAll(/^(\w+)_bucket\{(.*),le="(.*)"\} (\d+)$/gm)].filter((m) => m[2] === labels).map((m) => [m[3], Number(m[4])]);
	const all = buckets.at(-1)?.[1];
	const bound = all && buckets.find(([, n]) => n >= share * all)[0];
	return bound ? (bound === "+Inf" ? "more than 10 s" : "within " + +(Number(bound) * 1000).toFixed(3) + " ms") : "none yet";
}

async function showMetrics() {
	const lines = await ask("metrics");
	const name = JSON.stringify($("index").value);
	const value = (metric, labels) => Number(lines.match(new RegExp("^" + metric + (labels ? "\\{" + labels.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") + "\\}" : "") + " (.*)$", "m"))?.[1] ?? NaN);
	const figures = [
		["Documents", value("fpcheck_index_documents", `index=${name}`)],
		["Changes not in the index file yet", value("fpcheck_index_pending_changes", `index=${name}`)],
		["Searches", value("fpcheck_searches_total", `index=${name}`)],
		["Candidates a search", value("fpcheck_search_candidates_total", `index=${name}`) / value("fpcheck_searches_total", `index=${name}`)],
		["Candidates dropped by comparing", value("fpcheck_index_verify_drop_ratio", `index=${name}`)],
		["Documents in a bucket, 99 in 100", value("fpcheck_index_bucket_documents", `index=${name},quantile="0.99"`)],
		["Recall of the labelled set", value("fpcheck_index_recall_ratio", `index=${name}`)],
	].filter(([label, n]) => !Number.isNaN(n) && (n || !label.startsWith("Candidates a"))).map(([label, n]) => [label, String(Math.round(n * 1000) / 1000)]);
	for (const stage of ["read", "search", "disk"]) {
		figures.push([`Stage ${stage}, half`, quantile(lines, `stage="${stage}"`, 0.5)], [`Stage ${stage}, 99 in 100`, quantile(lines, `stage="${stage}"`, 0.99)]);
	}
	$("metrics").tBodies[0].replaceChildren(...figures.map(([label, text]) => row(["Figure", label], ["Now", text])));
}

async function start() {
	const chosen = $("index").value;
	const { indexes } = await ask("v1/indexes");
	$("index").replaceChildren(...indexes.map((x) => element("option", { value: x.name }, `${x.name} (${x.scheme}, ${x.documents} documents)`)));
	if (chosen) $("index").value = chosen;
	await showPoint();
	await showMetrics();
}

const begin = () => start().catch((e) => say(e.message, true));
$("documents").addEventListener("submit", (e) => { e.preventDefault(); during(e.submitter ?? $("clear"), look); });
$("adding").addEventListener("submit", (e) => {
	e.preventDefault();
	during(e.submitter ?? $("clear"), async () => {
		const added = await ask(`${index()}/documents/${encodeURIComponent($("id").value)}`,
			{ method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify(subject("a")) });
		say(`${added.id} is ${added.replaced ? "replaced" : "added"}.`);
		await showMetrics();
	});
});
$("settings").addEventListener("submit", (e) => { e.preventDefault(); begin(); });
$("token").addEventListener("change", begin);
$("index").addEventListener("change", begin);
$("list").addEventListener("click", (e) => during(e.target, listClusters));
$("clear").addEventListener("click", () => {
	$("documents").reset();
	delete dropped.a;
	delete dropped.b;
	$("found").hidden = true;
	say("");
});
setInterval(() => { if (!document.hidden && $("index").value) showMetrics().catch(() => {}); }, 5000);
begin();
