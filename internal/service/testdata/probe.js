// Uses the page in the frame as somebody would, and leaves in #probe what came of it.
"use strict";

const frame = document.querySelector("iframe");
const got = { steps: {}, violations: [], wide: [] };
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(what, check) {
	for (let i = 0; i < 200; i++) {
		const value = check();
		if (value) return value;
		await pause(50);
	}
	throw new Error("never: " + what);
}

async function use() {
	await until("a page", () => frame.contentDocument?.readyState === "complete" && frame.contentDocument.getElementById("metrics"));
	const page = frame.contentDocument, window = frame.contentWindow;
	const at = (id) => page.getElementById(id);
	const press = (text) => [...page.querySelectorAll("button")].find((b) => b.textContent === text).click();
	const type = (id, text) => { at(id).value = text; at(id).dispatchEvent(new window.Event("input")); };

	await until("an index", () => at("index").options.length && at("metrics").rows.length > 3);
	got.steps.index = at("index").selectedOptions[0].textContent;
	got.steps.curve = at("curve").getAttribute("aria-label");

	press("Show what is near");
	got.steps.nothing = await until("a complaint", () => at("said").textContent);

	type("text-a", light);
	press("Show what is near");
	await until("neighbours", () => !at("found").hidden && at("near-note").textContent);
	got.steps.near = [...at("near").tBodies[0].rows].map((r) => r.cells[0].textContent);
	got.steps.print = at("print").textContent;
	got.steps.bits = at("bits").querySelectorAll("rect").length;
	got.steps.tokens = at("tokens").children.length;
	got.steps.text = at("shown").textContent;

	// The words that differ from neighbours: the service has the text of the first only.
	type("text-a", changed);
	press("Show what is near");
	await until("other neighbours", () => at("print").textContent !== got.steps.print && at("near").tBodies[0].rows.length === 2);
	const beside = () => !at("beside").hidden && page.activeElement === at("beside") && at("beside").textContent;
	const show = (n) => at("near").tBodies[0].rows[n].querySelector("button").click();
	show(0);
	got.steps.beside = await until("words of a neighbour", beside);
	got.steps.went = [...page.querySelectorAll("#beside del")].map((e) => e.textContent).join(" ");
	show(1);
	got.steps.unknown = await until("why there are none", () => /not known/.test(beside()) && beside());
	type("text-a", light);
	press("Show what is near");
	await until("the first neighbours", () => at("print").textContent === got.steps.print);

	// A file that is dropped stands for the text.
	const drop = new window.DragEvent("drop", { dataTransfer: new window.DataTransfer(), cancelable: true });
	drop.dataTransfer.items.add(new window.File(["<p>" + changed], "changed.html", { type: "text/html" }));
	at("text-b").dispatchEvent(drop);
	await until("a file", () => at("text-b").value.includes("changed.html"));
	press("Show what is near");
	got.steps.verdict = await until("a comparison", () => !at("compared").hidden && at("verdict").textContent);
	got.steps.came = [...page.querySelectorAll("#words ins")].map((e) => e.textContent).join(" ");
	got.steps.differ = at("bits").querySelectorAll(".off").length;

	type("id", "from the page");
	press("Add");
	got.steps.added = await until("an addition", () => at("said").textContent.includes("added") && at("said").textContent);
	press("Show the largest clusters");
	got.steps.clusters = (await until("clusters", () => at("clusters").children.length && at("clusters-note").textContent));
	got.steps.metrics = at("metrics").textContent;

	for (const d of page.querySelectorAll("details")) d.open = true;
	got.width = window.innerWidth;
	got.scrollWidth = page.documentElement.scrollWidth;
	got.dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
	got.paper = window.getComputedStyle(page.body).backgroundColor;
	got.requests = window.performance.getEntriesByType("resource").filter((r) => new URL(r.name).origin !== window.location.origin).length;

	const axe = page.createElement("script");
	axe.src = "/test/axe.js";
	page.head.append(axe);
	await until("axe", () => window.axe);
	const checked = await window.axe.run(page, { resultTypes: ["violations"] });
	got.passes = checked.passes.length;
	got.violations = checked.violations.flatMap((v) => v.nodes.map((n) => v.id + ": " + n.html.slice(0, 200)));

	press("Clear");
	got.steps.cleared = at("found").hidden && at("text-a").value === "";
}

use().catch((e) => { got.error = String(e) + " " + frame.contentDocument.getElementById("said")?.textContent; })
	.then(() => { document.getElementById("probe").textContent = JSON.stringify(got); });
