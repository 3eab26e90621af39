"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const root = document.documentElement;
root.classList.add("scripted");

// The classes of actions (timeline.go).
const READ = 0, WRITE = 1, LOCK = 2, UNLOCK = 3, THREAD = 4, WAIT = 5, MEMORY = 6, INPUT = 7, OTHER = 8, FAILURE = 9, END = 10;

const ROW = 22, LINE = 20, VALUE = 20, GUTTER = 56, MIN_LANE = 176, SLOT = 6, MAX_SLOTS = 5, COLORS = 8, LOCK_COLORS = 6, OVERSCAN = 5, MAX_WATCHED = 200, MAX_ARROWS = 80, LEAST = 100;

// element makes an element with properties and children.
function element(tag, properties, ...children) {
	const e = Object.assign(document.createElement(tag), properties);
	e.append(...children);
	return e;
}

// upTo returns how many numbers of a sorted list are at most n.
function upTo(list, n) {
	let low = 0, high = list.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (list[middle] <= n) low = middle + 1; else high = middle;
	}
	return low;
}

// Rows keeps those of many rows of one height in the document that are in sight.
class Rows {
	constructor(scroller, sheet, height, build, after) {
		Object.assign(this, {scroller, sheet, height, build, after, count: 0, made: new Map(), asked: false});
		scroller.addEventListener("scroll", () => this.ask(), {passive: true});
		new ResizeObserver(() => this.ask()).observe(scroller);
	}
	ask() {
		if (this.asked) return;
		this.asked = true;
		requestAnimationFrame(() => { this.asked = false; this.draw(); });
	}
	// reset forgets what was made.
	reset(count) {
		this.count = count;
		this.sheet.style.height = count * this.height + "px";
		for (const e of this.made.values()) this.drop(e);
		this.made.clear();
	}
	range() {
		const top = this.scroller.scrollTop, visible = this.scroller.clientHeight;
		return [Math.max(0, Math.floor(top / this.height) - OVERSCAN), Math.min(this.count, Math.ceil((top + visible) / this.height) + OVERSCAN)];
	}
	drop(e) {
		e.remove();
		if (e.number) e.number.remove();
	}
	draw() {
		const [from, to] = this.range();
		for (const [i, e] of this.made) if (i < from || i >= to) { this.drop(e); this.made.delete(i); }
		const fresh = document.createDocumentFragment();
		for (let i = from; i < to; i++) if (!this.made.has(i)) {
			const e = this.build(i);
			e.style.top = i * this.height + "px";
			this.made.set(i, e);
			fresh.append(e);
		}
		this.sheet.append(fresh);
		if (this.after) this.after(from, to);
	}
	// show scrolls a row into sight, with some around it.
	show(i, above) {
		const top = i * this.height, s = this.scroller, room = Math.min(4 * this.height, s.clientHeight / 4), head = above || 0;
		if (top < s.scrollTop + room || top + head > s.scrollTop + s.clientHeight - room - this.height) s.scrollTop = Math.max(0, top - s.clientHeight / 2);
	}
}

const words = new Set(("auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Atomic _Bool _Noreturn _Static_assert _Thread_local bool true false NULL").split(" "));
const token = /(\/\*.*?(?:\*\/|$)|\/\/.*$)|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(^\s*#\s*\w+)|(\b0[xX][0-9a-fA-F]+\w*|\b\d[\w.]*)|([A-Za-z_]\w*)/g;

// colored returns a line of C in parts; inside says whether it begins in a comment.
function colored(text, inside) {
	const out = document.createDocumentFragment();
	const put = (s, c) => { if (s) out.append(c ? element("span", {className: c, textContent: s}) : s); };
	let at = 0;
	if (inside) {
		const end = text.indexOf("*/");
		if (end < 0) { put(text, "c"); return out; }
		put(text.slice(0, end + 2), "c");
		at = end + 2;
	}
	token.lastIndex = at;
	for (let m; (m = token.exec(text)); at = token.lastIndex) {
		put(text.slice(at, m.index));
		put(m[0], m[1] ? "c" : m[2] ? "s" : m[3] ? "k" : m[4] ? "n" : words.has(m[5]) ? "k" : "");
	}
	put(text.slice(at));
	return out;
}

// stillInside says whether a line ends in a comment.
function stillInside(text, inside) {
	let at = 0;
	for (;;) {
		if (inside) {
			at = text.indexOf("*/", at);
			if (at < 0) return true;
			at += 2;
			inside = false;
		}
		token.lastIndex = at;
		for (let m; (m = token.exec(text)); ) if (m[1] && m[1].startsWith("/*")) { inside = !m[1].endsWith("*/") || m[1].length < 4; at = token.lastIndex; break; }
		if (!inside) return false;
		if (at >= text.length) return true;
	}
}

// listings holds the lines of each file: number (0: some are left out), text, whether it begins in a comment.
const listings = new Map();
for (const s of data.sources) {
	const list = listings.get(s.file) || [];
	if (list.length || s.first > 1) list.push({line: 0, text: "", inside: false});
	let inside = false;
	s.lines.forEach((text, i) => {
		list.push({line: s.first + i, text, inside});
		inside = stillInside(text, inside);
	});
	listings.set(s.file, list);
}

// lineIn returns where a line is in a listing, or -1.
function lineIn(list, line) {
	if (!list) return -1;
	let low = 0, high = list.length - 1;
	while (low <= high) {
		let middle = (low + high) >> 1;
		const at = list[middle].line || list[middle + 1]?.line - 1;
		if (at === line && list[middle].line) return middle;
		if (at < line) low = middle + 1; else high = middle - 1;
	}
	return -1;
}

// Bench is an execution to step through.
class Bench {
	constructor(id, t) {
		Object.assign(this, {id, t, all: false, current: -1, file: "", followed: true});
		this.place = document.getElementById("bench-" + id);
		this.place.hidden = false;
		this.minor = new Set(t.minor);
		this.cause = new Set(t.cause);
		this.failed = new Set(t.failed);
		this.failure = t.failed.length ? Math.max(...t.failed) : t.step.length - 1;
		for (const i of t.failed) this.minor.delete(i);
		this.index();
		this.make();
		this.filter();
		this.go(this.failure);
	}

	text(i) { return i < 0 ? "" : this.t.texts[i]; }
	name(thread) { return this.t.threads[thread][0]; }

	// index computes what can be asked of a moment.
	index() {
		const t = this.t, n = t.step.length;
		this.places = t.threads.map(() => []);   // by thread: actions with a place
		this.ends = t.threads.map(() => Infinity);
		this.accesses = t.memory.map(() => []);  // by location: actions
		this.gone = new Map();                   // by object: actions that end its life
		this.lockChanges = new Map();            // by lock: [action, holders]
		const held = t.threads.map(() => 0), holders = new Map();
		this.lockColor = new Map();
		for (let i = 0; i < n; i++) {
			const th = t.thread[i];
			if (t.place[i] >= 0) this.places[th].push(i);
			if (t.class[i] === END) this.ends[th] = i;
			if (t.where[i] >= 0) {
				if (t.class[i] === MEMORY) {
					const o = t.memory[t.where[i]][1];
					this.gone.set(o, [...(this.gone.get(o) || []), i]);
				} else if (t.value[i] >= 0) this.accesses[t.where[i]].push(i);
			}
			if (t.locks[i] === held[th]) continue;
			const before = t.lockSets[held[th]], after = t.lockSets[t.locks[i]];
			held[th] = t.locks[i];
			for (const l of new Set([...before, ...after])) {
				if (before.includes(l) === after.includes(l)) continue;
				if (!this.lockColor.has(l)) this.lockColor.set(l, this.lockColor.size % LOCK_COLORS);
				const now = (holders.get(l) || []).filter(h => h.thread !== th);
				if (after.includes(l)) now.push({thread: th, since: i});
				holders.set(l, now);
				if (!this.lockChanges.has(l)) this.lockChanges.set(l, {at: [], holders: []});
				this.lockChanges.get(l).at.push(i);
				this.lockChanges.get(l).holders.push(now);
			}
		}
		const used = new Set(t.thread);
		this.lanes = t.threads.map((_, i) => i).filter(i => used.has(i));
		this.laneOf = new Map(this.lanes.map((th, k) => [th, k]));
		const interesting = new Set(), shared = [];
		for (const i of [...t.race, ...t.failed, ...t.cause]) if (t.where[i] >= 0) interesting.add(t.where[i]);
		this.interesting = new Set(interesting);
		for (let i = 0; i < n; i++) if (t.where[i] >= 0 && !this.minor.has(i) && !interesting.has(t.where[i]) && !shared.includes(t.where[i]) && shared.length < MAX_WATCHED) shared.push(t.where[i]);
		this.watched = [...interesting, ...shared].filter(w => this.accesses[w].length);
	}

	make() {
		const t = this.t, button = (shape, title, act) => {
			const b = element("button", {type: "button", title, onclick: act});
			b.setAttribute("aria-label", title);
			b.innerHTML = `<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path d="${shape}"/></svg>`;
			return b;
		};
		this.now = element("div", {className: "now"});
		this.live = element("div", {className: "sr", ariaLive: "polite"});
		this.box = element("input", {type: "checkbox", onchange: () => { this.all = this.box.checked; this.filter(); this.go(this.current); }});
		const bar = element("div", {className: "bar"},
			button("M2 3h2v10H2zM14 3v10L5 8z", "the first action (Home)", () => this.end(-1)),
			button("M7 3v4h8v2H7v4L1 8zM0 2h1.6v12H0z", "back to the last switch ([)", () => this.nextSwitch(-1)),
			button("M12 2v12L3 8z", "one action back (←)", () => this.step(-1)),
			button("M4 2v12l9-6z", "one action on (→)", () => this.step(1)),
			button("M9 3v4H1v2h8v4l6-5zM14.4 2H16v12h-1.6z", "on to the next switch (])", () => this.nextSwitch(1)),
			button("M12 3h2v10h-2zM2 3v10l9-5z", "the last action (End)", () => this.end(1)),
			button("M8 1l7 13H1zM7.1 6v4h1.8V6zM7.1 11v1.8h1.8V11z", "to the failure (f)", () => this.go(this.failure)),
			this.now);
		if (this.minor.size) bar.append(element("label", {title: "a"}, this.box, `with ${this.minor.size} that concern one thread only`));

		const names = element("div", {className: "names"}, ...this.lanes.map(th => element("div", {className: "thread-" + th % COLORS, textContent: this.name(th)})));
		this.canvas = element("canvas");
		this.cursor = element("div", {className: "cursor"});
		this.plot = element("div", {className: "plot"}, this.canvas, this.cursor);
		const seek = e => {
			const box = this.plot.getBoundingClientRect(), at = Math.round((e.clientX - box.left) / box.width * (this.shown.length - 1));
			this.go(this.shown[Math.max(0, Math.min(this.shown.length - 1, at))]);
		};
		this.plot.onpointerdown = e => { this.plot.setPointerCapture(e.pointerId); seek(e); };
		this.plot.onpointermove = e => { if (e.buttons) seek(e); };
		const overview = element("div", {className: "overview"}, names, this.plot);

		this.heads = element("div", {className: "lane-heads"});
		this.sheet = element("div", {className: "sheet"});
		this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
		this.svg.setAttribute("width", 1);
		this.svg.setAttribute("height", 1);
		this.layer = element("div");
		this.gutter = element("div", {className: "gutter"}); // of all rows: what is sticky is a layer of its own for the browser
		this.sheet.append(this.gutter, this.layer, this.svg);
		this.sheet.onclick = e => { const row = e.target.closest(".row"); if (row) this.go(this.rowAction[+row.dataset.row]); };
		this.scroller = element("div", {className: "lanes", tabIndex: 0}, this.heads, this.sheet);
		this.scroller.setAttribute("aria-label", "threads against time");

		this.files = element("select", {onchange: () => { this.followed = false; this.list(this.files.value); }});
		for (const f of listings.keys()) this.files.append(element("option", {value: f, textContent: f}));
		this.files.setAttribute("aria-label", "file");
		this.where = element("span");
		this.code = element("div", {className: "listing", tabIndex: 0});
		this.code.setAttribute("aria-label", "program");
		this.listing = element("div", {className: "text"});
		this.code.append(this.listing);
		this.calls = element("div", {className: "calls"});
		const source = element("div", {className: "panel"}, element("div", {className: "panel-head"}, listings.size > 1 ? this.files : element("b", {textContent: [...listings.keys()][0] || "Program"}), this.where), this.code, this.calls);

		this.find = element("input", {type: "search", placeholder: "find", oninput: () => this.watch()});
		this.find.setAttribute("aria-label", "find memory by name");
		this.body = element("tbody");
		this.values = element("div", {className: "watch", tabIndex: 0}, element("table", {},
			element("thead", {}, element("tr", {}, ...["Name", "Now", "Written or taken by"].map(s => element("th", {scope: "col", textContent: s})))), this.body));
		this.values.setAttribute("aria-label", "values");
		this.values.addEventListener("scroll", () => { if (this.finish) this.finish(); }, {passive: true});
		const watch = element("div", {className: "panel"}, element("div", {className: "panel-head"}, element("b", {textContent: "Values and locks"}), element("span", {className: "fill"}), this.find), this.values);

		const sign = (d, c) => `<svg width="26" height="12" viewBox="0 0 26 12"><path d="${d}" fill="none" ${c}/></svg>`;
		const legend = element("div", {className: "legend"});
		legend.innerHTML = `<span>${sign("M4 1v10", 'stroke="var(--l0)" stroke-width="4" stroke-linecap="round"')}holds a lock</span>` +
			`<span>${sign("M1 2C14 2 8 10 24 10", 'stroke="var(--accent)" stroke-width="2"')}reads what another thread wrote</span>` +
			`<span>${sign("M1 6h24", 'stroke="var(--t0)" stroke-width="2" stroke-dasharray="4 3"')}another thread goes on</span>` +
			(t.cause.length ? `<span><b style="text-decoration:underline dotted;text-underline-offset:3px">action</b>&ensp;the failure was computed from it</span>` : "") +
			(t.race.length ? `<span>${sign("M1 6h24", 'stroke="var(--bad)" stroke-width="2" stroke-dasharray="5 4"')}no order</span>` : "") +
			`<span>keys: <kbd>←</kbd> <kbd>→</kbd> step, <kbd>[</kbd> <kbd>]</kbd> switch, <kbd>?</kbd> all</span>`;

		this.place.append(bar, overview, element("div", {className: "columns"}, this.scroller, element("div", {className: "side"}, source, watch)), legend, this.live);
		this.rows = new Rows(this.scroller, this.sheet, ROW, i => this.row(i), (from, to) => this.decorate(from, to));
		this.lines = new Rows(this.code, this.listing, LINE, i => this.line(i));
		new ResizeObserver(() => requestAnimationFrame(() => this.resize())).observe(this.scroller); // what it changes may resize it again
	}

	// filter lays out the actions that are shown: a row for a line of the program whenever a
	// thread comes to another, and one for each action.
	filter() {
		const t = this.t, last = [];
		this.shown = [];
		this.rowAction = [];
		this.rowCode = [];
		this.rowOf = new Int32Array(t.step.length).fill(-1);
		this.segments = [];
		let previous = -1;
		for (let i = 0; i < t.step.length; i++) {
			if (!this.all && this.minor.has(i)) continue;
			const th = t.thread[i], p = t.place[i], at = p < 0 ? last[th] : t.places[p][0] + ":" + t.places[p][1];
			if (th !== previous) this.segments.push({thread: th, from: this.rowAction.length, to: 0});
			if (p >= 0 && (th !== previous || last[th] !== at)) {
				this.rowAction.push(i);
				this.rowCode.push(true);
			}
			last[th] = at;
			previous = th;
			this.rowOf[i] = this.rowAction.length;
			this.rowAction.push(i);
			this.rowCode.push(false);
			this.shown.push(i);
			this.segments[this.segments.length - 1].to = this.rowAction.length;
		}
		this.begins = this.segments.map(s => s.from);
		this.bars();
		this.arrows = [];
		for (const i of this.shown) if (t.writer[i] >= 0 && this.rowOf[t.writer[i]] >= 0) {
			this.arrows.push({from: this.rowOf[t.writer[i]], to: this.rowOf[i], a: t.writer[i], b: i, cause: this.cause.has(i)});
		}
		this.touching = new Map();
		for (const a of this.arrows) for (const i of [a.a, a.b]) this.touching.set(i, [...(this.touching.get(i) || []), a.b]);
		this.resize();
		this.rows.reset(this.rowAction.length);
		this.rows.draw();
		this.sketch();
	}

	// bars computes when which lock is held, in rows, and beside which others.
	bars() {
		const t = this.t, open = t.threads.map(() => []);
		this.held = [];
		this.slots = t.threads.map(() => 0);
		const close = (th, l, row) => {
			const k = open[th].findIndex(b => b && b.lock === l);
			if (k < 0) return;
			open[th][k].to = row;
			open[th][k] = null;
		};
		let row = 0;
		const state = t.threads.map(() => 0);
		for (let i = 0; i < t.step.length; i++) {
			if (this.rowOf[i] >= 0) row = this.rowOf[i];
			const th = t.thread[i];
			if (state[th] === t.locks[i]) continue;
			const before = t.lockSets[state[th]], after = t.lockSets[t.locks[i]];
			for (const l of before) if (!after.includes(l)) close(th, l, row + 0.5);
			for (const l of after) if (!before.includes(l)) {
				let slot = open[th].findIndex(b => !b);
				if (slot < 0) slot = open[th].length;
				const bar = {thread: th, lock: l, slot: Math.min(slot, MAX_SLOTS - 1), from: row + 0.5, to: Infinity};
				open[th][slot] = bar;
				this.held.push(bar);
				this.slots[th] = Math.max(this.slots[th], bar.slot + 1);
			}
			state[th] = t.locks[i];
		}
		for (const b of this.held) b.to = Math.min(b.to, this.rowAction.length);
	}

	// resize gives the lanes their widths.
	resize() {
		const room = this.scroller.clientWidth - GUTTER, width = Math.max(MIN_LANE, Math.floor(room / this.lanes.length));
		if (!this.shown || room <= 0) return;
		this.sketch();
		if (width === this.width && this.heads.childElementCount) return;
		this.width = width;
		const total = GUTTER + width * this.lanes.length;
		this.sheet.style.width = this.heads.style.width = total + "px";
		this.sheet.style.backgroundSize = width + "px 64px";
		this.heads.replaceChildren(element("div", {className: "corner", textContent: "step", style: `width:${GUTTER}px`}), ...this.lanes.map(th => {
			const e = element("div", {className: "thread-" + th % COLORS, style: `width:${width}px`}, element("span", {className: "pill", textContent: this.name(th)}), " ", element("span", {className: "quiet", textContent: this.t.threads[th][1]}));
			e.title = this.name(th) + " " + this.t.threads[th][1];
			return e;
		}));
		this.rows.reset(this.rowAction.length);
		this.rows.draw();
	}

	left(th) { return GUTTER + this.laneOf.get(th) * this.width; }

	row(r) {
		const t = this.t, i = this.rowAction[r], th = t.thread[i], code = this.rowCode[r];
		const e = element("div", {className: `row thread-${th % COLORS} ` + (code ? "code" : "act")});
		e.style.width = GUTTER + this.width * this.lanes.length + "px";
		const cell = element("div", {className: "cell"});
		const pad = this.slots[th] * SLOT + 8;
		cell.style.left = this.left(th) + "px";
		cell.style.width = this.width - 4 + "px";
		cell.style.paddingLeft = pad + "px";
		if (code) {
			const p = t.places[t.place[i]];
			cell.append(element("i", {textContent: p[1] + "  "}), this.source(p));
			cell.title = `${this.text(p[0])}:${p[1]}`;
		} else {
			const c = t.class[i];
			if (c === WRITE) e.classList.add("write");
			if (c === LOCK || c === UNLOCK || c === WAIT || c === THREAD || c === END) e.classList.add("sync");
			if (this.cause.has(i)) e.classList.add("cause");
			if (this.minor.has(i)) e.classList.add("minor");
			if (this.failed.has(i)) e.classList.add("failed");
			cell.append(this.text(t.text[i]));
			if (t.writer[i] >= 0) cell.append(element("span", {className: "quiet", textContent: " ← " + this.name(t.thread[t.writer[i]])}));
			cell.title = this.text(t.text[i]) + (t.locks[i] ? ", holding " + t.lockSets[t.locks[i]].map(l => this.text(l)).join(", ") : "");
			if (t.step[i] > 0 && (i === 0 || t.step[i - 1] !== t.step[i])) {
				e.number = element("span", {className: "no", textContent: t.step[i], style: `top:${r * ROW}px`});
				this.gutter.append(e.number);
			}
		}
		e.append(cell);
		e.dataset.row = r;
		this.mark(e, r);
		return e;
	}

	// mark says how a row stands to the current one.
	mark(e, r) {
		const here = this.rowOf[this.current];
		e.classList.toggle("current", r === here);
		if (e.number) e.number.classList.toggle("current", r === here);
		e.classList.toggle("later", r > here);
	}

	source(p) {
		const list = listings.get(this.text(p[0])), k = lineIn(list, p[1]);
		return k < 0 ? "" : list[k].text.trim();
	}

	// decorate draws what lies behind and over the rows: who runs, switches, locks, arrows.
	decorate(from, to) {
		const touches = a => a.a === this.current || a.b === this.current;
		const drawn = [from, to, this.width, this.rowAction.length, ...(this.touching.get(this.current) || [])].join();
		for (const [r, e] of this.rows.made) this.mark(e, r);
		if (drawn === this.drawn) return;
		this.drawn = drawn;
		const out = document.createDocumentFragment(), width = this.width, t = this.t;
		const put = (className, style, title) => { const e = element("div", {className, style}); if (title) e.title = title; out.append(e); };
		// Nothing is taller than what is in sight: browsers paint huge boxes slowly.
		const span = (begin, end) => [Math.max(begin, from - 1) * ROW, Math.min(end, to + 1) * ROW];
		for (let k = upTo(this.begins, from) - 1; k < this.segments.length && k >= 0; k++) {
			const s = this.segments[k], [top, bottom] = span(s.from, s.to);
			if (s.from > to) break;
			put(`running thread-${s.thread % COLORS}`, `left:${this.left(s.thread)}px;width:${width}px;top:${top}px;height:${bottom - top}px`);
			if (k > 0 && s.from >= from) {
				const a = this.left(this.segments[k - 1].thread), b = this.left(s.thread), begin = Math.min(a, b), end = Math.max(a, b) + width;
				put(`switch thread-${s.thread % COLORS}`, `left:${begin}px;width:${end - begin}px;top:${s.from * ROW - 1}px`);
			}
		}
		for (const b of this.held) if (b.to >= from && b.from <= to) {
			const [top, bottom] = span(b.from, b.to);
			put("held", `left:${this.left(b.thread) + 4 + b.slot * SLOT}px;top:${top}px;height:${Math.max(ROW / 2, bottom - top)}px;background:var(--l${this.lockColor.get(b.lock)})`, this.name(b.thread) + " holds " + this.text(b.lock));
		}
		this.layer.replaceChildren(out);
		let near = this.arrows.filter(a => Math.max(a.from, a.to) >= from && Math.min(a.from, a.to) <= to);
		if (near.length > MAX_ARROWS) near = near.filter(a => a.cause || touches(a) || a.to >= from && a.to <= to && a.to - a.from < 4 * (to - from));
		let paths = `<defs><marker id="head-${this.id}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0L10 5L0 10z" fill="context-stroke"/></marker></defs>`;
		for (const a of near) paths += this.arrow(a.a, a.b, touches(a) ? "near" : a.cause ? "cause" : "", true);
		if (t.race.length === 2 && this.rowOf[t.race[0]] >= 0 && this.rowOf[t.race[1]] >= 0) paths += this.arrow(t.race[0], t.race[1], "racing", false);
		this.svg.innerHTML = paths;
	}

	arrow(a, b, className, head) {
		const ta = this.t.thread[a], tb = this.t.thread[b], right = this.left(tb) > this.left(ta);
		const y1 = (this.rowOf[a] + 0.5) * ROW, y2 = (this.rowOf[b] + 0.5) * ROW;
		const x1 = right ? this.left(ta) + this.width - 10 : this.left(ta) + 2;
		const x2 = right ? this.left(tb) + this.slots[tb] * SLOT + 8 : this.left(tb) + this.width - 6;
		const bend = right ? 26 : -26;
		return `<path class="arrow ${className}" d="M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}"${head ? ` marker-end="url(#head-${this.id})"` : ""}/>`;
	}

	// sketch draws the overview.
	sketch() {
		const width = this.plot.clientWidth, lane = 20, height = this.lanes.length * lane;
		if (width <= 0 || !this.rowAction) return;
		const dpr = window.devicePixelRatio || 1, style = getComputedStyle(this.place), color = name => style.getPropertyValue(name).trim();
		this.canvas.width = width * dpr;
		this.canvas.height = height * dpr;
		this.canvas.style.height = height + "px";
		const g = this.canvas.getContext("2d"), n = Math.max(1, this.rowAction.length);
		g.scale(dpr, dpr);
		const x = r => r / n * width;
		g.fillStyle = color("--line");
		this.lanes.forEach((_, k) => g.fillRect(0, k * lane + 9, width, 1));
		for (const s of this.segments) {
			g.fillStyle = color("--t" + s.thread % COLORS);
			g.fillRect(x(s.from), this.laneOf.get(s.thread) * lane + 4, Math.max(1.2, x(s.to) - x(s.from) - 0.6), 9);
		}
		for (const b of this.held) {
			g.fillStyle = color("--l" + this.lockColor.get(b.lock));
			g.fillRect(x(b.from), this.laneOf.get(b.thread) * lane + 15 + (b.slot % 2) * 3, Math.max(1, x(b.to) - x(b.from)), 2);
		}
		g.fillStyle = color("--bad");
		for (const i of this.t.failed) if (this.rowOf[i] >= 0) {
			const cx = Math.min(width - 4, Math.max(4, x(this.rowOf[i] + 0.5))), cy = this.laneOf.get(this.t.thread[i]) * lane + 8;
			g.beginPath();
			g.arc(cx, cy, 4, 0, 7);
			g.fill();
			g.strokeStyle = color("--panel");
			g.lineWidth = 1.5;
			g.stroke();
		}
	}

	// go makes an action the current one.
	go(i) {
		if (i < 0 || i >= this.t.step.length) return;
		if (this.rowOf[i] < 0) {
			this.all = this.box.checked = true;
			this.filter();
		}
		this.current = i;
		this.followed = true;
		if (this.asked) return;
		this.asked = true;
		requestAnimationFrame(() => { this.asked = false; this.update(); });
	}

	// update shows the current action: the lanes at once, what stands beside them in the next frame. What is asked of the
	// layout comes before what changes the document, so that the browser lays out once.
	update() {
		const t = this.t, i = this.current, th = t.thread[i], r = this.rowOf[i], p = t.place[i] < 0 ? null : t.places[t.place[i]];
		this.rows.show(r, 34);
		const left = this.left(th), s = this.scroller;
		if (left < s.scrollLeft + GUTTER || left + this.width > s.scrollLeft + s.clientWidth) s.scrollLeft = Math.max(0, left - GUTTER - 20);
		this.plot.parentElement.scrollTop = this.laneOf.get(th) * 20 - 70; // of many threads, some are in sight
		this.rows.draw();
		this.cursor.style.left = (r + 0.5) / this.rowAction.length * 100 + "%";
		const says = [t.step[i] ? "step " + t.step[i] : "", this.name(th), p ? "line " + p[1] : "", this.text(t.text[i])].filter(x => x).join(" · ");
		this.now.replaceChildren(element("span", {className: `pill thread-${th % COLORS}`, textContent: this.name(th)}), " " + [t.step[i] ? "step " + t.step[i] : "", p ? "line " + p[1] : "", this.text(t.text[i])].filter(x => x).join(" · "));
		this.now.title = this.live.textContent = says;
		this.place.dataset.current = i;
		if (this.pending) return;
		this.pending = true;
		requestAnimationFrame(now => this.beside(now));
	}

	// beside shows the program and the values of the moment. While there is a new moment in every frame, some are left out.
	beside(now) {
		if (this.asked && now - (this.shownAt || 0) < LEAST) { requestAnimationFrame(now => this.beside(now)); return; }
		this.pending = false;
		this.shownAt = now;
		const t = this.t, i = this.current, p = t.place[i] < 0 ? null : t.places[t.place[i]];
		this.sight = [this.values.scrollTop, this.values.clientHeight];
		this.follow(p);
		this.calls.replaceChildren(...(t.stack[i] ? t.stacks[t.stack[i]].map(f => element("div", {textContent: `called from ${this.text(t.places[f][0])}:${t.places[f][1]} in ${this.text(t.places[f][3])}`})) : []));
		this.calls.hidden = !t.stack[i];
		this.watch();
	}

	// at returns where a thread is at the current moment: its last place, or null.
	at(th) {
		const n = upTo(this.places[th], this.current);
		return n === 0 || this.ends[th] <= this.current ? null : this.t.places[this.t.place[this.places[th][n - 1]]];
	}

	follow(p) {
		const file = p ? this.text(p[0]) : this.file || [...listings.keys()][0];
		this.list(file);
		const list = listings.get(file);
		if (!p || !list) return;
		const k = lineIn(list, p[1]);
		if (k >= 0) this.lines.show(k);
	}

	// list shows a file with the lines that threads are at.
	list(file) {
		const list = listings.get(file) || [];
		this.spots = new Map();
		const mine = this.t.thread[this.current];
		for (const th of this.lanes) {
			const p = this.at(th);
			if (!p || this.text(p[0]) !== file) continue;
			const spot = this.spots.get(p[1]) || {threads: [], mine: false};
			if (th === mine) { spot.threads.unshift(th); spot.mine = true; } else spot.threads.push(th);
			this.spots.set(p[1], spot);
		}
		const p = this.t.place[this.failure] < 0 ? null : this.t.places[this.t.place[this.failure]];
		this.fails = new Set(this.t.failed.filter(i => this.t.place[i] >= 0).map(i => this.t.places[this.t.place[i]]).filter(q => this.text(q[0]) === file).map(q => q[1]));
		if (p && this.text(p[0]) === file) this.fails.add(p[1]);
		this.files.value = file || "";
		const here = this.at(mine);
		this.where.textContent = here && this.text(here[0]) === file ? `${this.name(mine)} in ${this.text(here[3])}, line ${here[1]}` : "";
		if (this.file !== file) {
			this.file = file || "";
			this.built = new Map(); // by line: they come back into sight
			this.lines.reset(list.length);
			this.listing.style.width = list.reduce((n, l) => Math.max(n, l.text.length), 0) * 8 + 190 + "px";
		}
		for (const [k, e] of this.lines.made) this.spot(e, k);
		this.lines.ask();
	}

	line(k) {
		let e = this.built.get(k);
		if (!e) {
			const entry = listings.get(this.file)[k];
			e = element("div", {className: "src"}, element("span", {className: "num", textContent: entry.line || "⋯"}), element("span", {className: "who"}), colored(entry.text, entry.inside));
			this.built.set(k, e);
		}
		this.spot(e, k);
		return e;
	}

	// spot says on a line of the program which threads are there.
	spot(e, k) {
		const entry = listings.get(this.file)[k], spot = this.spots.get(entry.line), who = e.querySelector(".who");
		const className = "src" + (spot ? (spot.mine ? " here" : " other") + " thread-" + spot.threads[0] % COLORS : "") + (this.fails.has(entry.line) ? " fails" : "");
		if (e.className !== className) e.className = className;
		const threads = spot ? spot.threads.join(" ") : "";
		if (who.dataset.threads === threads) return;
		who.dataset.threads = threads;
		const most = spot && spot.threads.length > 2 ? 1 : 2, rest = spot ? spot.threads.slice(most) : [];
		who.replaceChildren(...(spot ? spot.threads.slice(0, most) : []).map(th => {
			const name = this.name(th);
			return element("b", {className: "thread-" + th % COLORS, textContent: name.length > 7 ? "…" + name.slice(-6) : name, title: name});
		}));
		if (rest.length) who.append(element("b", {className: "thread-7", textContent: "+" + rest.length, title: rest.map(th => this.name(th)).join(", ")}));
	}

	// value returns the value of a location at the current moment, before it, and the last write.
	value(w) {
		const list = this.accesses[w], t = this.t, n = upTo(list, this.current);
		let gone = -1;
		for (const i of this.gone.get(t.memory[w][1]) || []) if (i <= this.current) gone = i;
		if (gone >= 0 && (n === 0 || list[n - 1] < gone)) return {text: "its life has ended", before: n ? this.text(t.value[list[n - 1]]) : "", writer: gone, at: gone};
		if (n === 0) return {text: t.class[list[0]] === READ ? this.text(t.value[list[0]]) : "", before: "", writer: -1, at: -1};
		let writer = -1;
		for (let k = n - 1; k >= 0 && writer < 0; k--) if (t.class[list[k]] === WRITE) writer = list[k];
		return {text: this.text(t.value[list[n - 1]]), before: n > 1 ? this.text(t.value[list[n - 2]]) : "", writer, at: list[n - 1]};
	}

	// watch shows the locks and values of the moment. Rows are kept where nothing changed.
	watch() {
		const t = this.t, find = this.find.value.trim().toLowerCase(), rows = [];
		const part = title => rows.push({key: title, className: "part", make: () => [element("th", {colSpan: 3, textContent: title})]});
		const link = i => i < 0 ? "" : element("a", {className: "step", href: "#", textContent: this.name(t.thread[i]) + (t.step[i] ? ", step " + t.step[i] : ""), onclick: e => { e.preventDefault(); this.go(i); }});
		const locks = [...this.lockChanges.keys()].filter(l => this.text(l).toLowerCase().includes(find));
		if (locks.length) part("Locks");
		for (const l of locks) {
			const c = this.lockChanges.get(l), n = upTo(c.at, this.current), holders = n ? c.holders[n - 1] : [];
			rows.push({key: "l" + l + ":" + n, className: n && c.at[n - 1] === this.current ? "changed" : "", make: () => [
				element("td", {className: "name"}, element("span", {className: "swatch", style: `background:var(--l${this.lockColor.get(l)})`}), this.text(l)),
				element("td", {className: "value"}, ...(holders.length ? holders.map(h => element("span", {className: `pill thread-${h.thread % COLORS}`, textContent: this.name(h.thread)})) : ["free"])),
				element("td", {}, holders.length ? link(holders[0].since) : "")]});
		}
		let memory = this.watched;
		if (find) memory = t.memory.map((_, w) => w).filter(w => this.accesses[w].length && this.text(t.memory[w][0]).toLowerCase().includes(find)).slice(0, MAX_WATCHED);
		const touched = t.where[this.current];
		if (touched >= 0 && this.accesses[touched].length && !find && !memory.includes(touched)) memory = [touched, ...memory];
		if (memory.length) part("Memory");
		for (const w of memory) {
			const v = this.value(w), changed = v.at === this.current || touched === w;
			rows.push({key: "m" + w + ":" + v.at + changed, className: (changed ? "changed" : "") + (this.interesting.has(w) ? " cause" : ""), make: () => {
				const value = element("td", {className: "value"});
				if (changed && v.before && v.before !== v.text) value.append(element("s", {textContent: v.before}));
				value.append(v.text || "·");
				return [element("td", {className: "name", textContent: this.text(t.memory[w][0])}), value, element("td", {}, link(v.writer))];
			}});
		}
		while (this.body.childElementCount > rows.length) this.body.lastChild.remove();
		while (this.body.childElementCount < rows.length) this.body.append(element("tr"));
		// Those in sight are made now, the others when there is time, or they come into sight.
		const [top, height] = this.sight || [0, Infinity], from = top / VALUE - 2, to = (top + height) / VALUE + 2;
		const children = this.body.children, make = (r, k) => {
			const e = children[k];
			if (e.className !== r.className) e.className = r.className;
			if (e.dataset.key === r.key) return;
			e.dataset.key = r.key;
			e.replaceChildren(...r.make());
		};
		let rest = false;
		rows.forEach((r, k) => { if (k >= from && k <= to) make(r, k); else rest = true; });
		clearTimeout(this.later);
		this.finish = rest ? () => { clearTimeout(this.later); this.finish = null; rows.forEach(make); } : null;
		if (rest) this.later = setTimeout(this.finish, 150);
	}

	// step goes to the next or last action that is shown.
	step(by) { this.toShown(this.position() + by); }
	position() { return upTo(this.shown, this.current) - 1; }
	toShown(k) { this.go(this.shown[Math.max(0, Math.min(this.shown.length - 1, k))]); }
	end(by) { this.toShown(by < 0 ? 0 : this.shown.length - 1); }
	nextSwitch(by) {
		const t = this.t;
		for (let k = this.position() + by; k >= 0 && k < this.shown.length; k += by) {
			if (k === 0 || t.thread[this.shown[k]] !== t.thread[this.shown[k - 1]]) return this.go(this.shown[k]);
		}
		this.end(by);
	}
	same(by) {
		const t = this.t;
		for (let k = this.position() + by; k >= 0 && k < this.shown.length; k += by) {
			if (t.thread[this.shown[k]] === t.thread[this.current]) return this.go(this.shown[k]);
		}
	}
	toStep(n) {
		const t = this.t, list = [];
		t.step.forEach((s, i) => { if (s === n) list.push(i); });
		const best = list.find(i => this.rowOf[i] >= 0 && (this.cause.has(i) || this.failed.has(i))) ?? list.find(i => this.rowOf[i] >= 0) ?? list[0];
		if (best !== undefined) this.go(best);
	}
	toggle() { if (this.minor.size) this.box.click(); }
}

// The violations, of which one is open.
const articles = [...document.querySelectorAll(".finding")], benches = [];
let open = -1;
function show(k, push) {
	if (k < 0 || k >= articles.length) return;
	open = k;
	articles.forEach((a, i) => a.classList.toggle("open", i === k));
	document.querySelectorAll("[role=tab]").forEach((a, i) => a.setAttribute("aria-selected", i === k));
	if (!benches[k]) benches[k] = new Bench(k + 1, data.findings[k]);
	else benches[k].sketch();
	if (push) history.replaceState(null, "", "#finding-" + (k + 1));
}
function fromAddress() {
	const m = /^#finding-(\d+)$/.exec(location.hash);
	show(m ? Math.min(+m[1], articles.length) - 1 : Math.max(open, 0), false);
}
window.addEventListener("hashchange", fromAddress);
document.addEventListener("click", e => {
	const step = e.target.closest("a[data-step]"), tab = e.target.closest("[role=tab]");
	if (tab) {
		e.preventDefault();
		show([...document.querySelectorAll("[role=tab]")].indexOf(tab), true);
	} else if (step && benches[open]) {
		e.preventDefault();
		benches[open].toStep(+step.dataset.step);
		benches[open].place.scrollIntoView({block: "nearest"});
	}
});

// The theme: the system's, until the button says otherwise.
const dark = matchMedia("(prefers-color-scheme: dark)");
function redraw() { for (const b of benches) if (b) b.sketch(); }
function theme() {
	const now = root.dataset.theme || (dark.matches ? "dark" : "light");
	root.dataset.theme = now === "dark" ? "light" : "dark";
	redraw();
}
dark.addEventListener("change", redraw);

const keys = document.getElementById("keys");
for (const [id, act] of [["keys-button", () => keys.showModal()], ["print-button", () => print()], ["theme-button", theme]]) {
	const b = document.getElementById(id);
	b.hidden = false;
	b.onclick = act;
}
document.addEventListener("keydown", e => {
	if (e.ctrlKey || e.metaKey || e.altKey || keys.open || e.target.closest("input:not([type=checkbox]), select, textarea")) return;
	const b = benches[open];
	const acts = {"?": () => keys.showModal(), t: theme, p: () => print()};
	if (b) Object.assign(acts, {
		ArrowRight: () => b.step(1), j: () => b.step(1), ArrowLeft: () => b.step(-1), k: () => b.step(-1),
		"]": () => b.nextSwitch(1), "[": () => b.nextSwitch(-1), n: () => b.same(1), N: () => b.same(-1),
		w: () => b.go(b.t.writer[b.current]), Home: () => b.end(-1), End: () => b.end(1), f: () => b.go(b.failure), a: () => b.toggle(),
	});
	if (/^[1-9]$/.test(e.key)) acts[e.key] = () => show(+e.key - 1, true);
	if (!acts[e.key]) return;
	e.preventDefault();
	acts[e.key]();
});
if (articles.length) fromAddress();
})();
