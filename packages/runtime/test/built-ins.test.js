// What the host has put into globals and prototypes, and threads have not: what is told of, and what is not.
import crypto from 'node:crypto';
import events from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import stream from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import util from 'node:util';
import { builtinModules } from 'node:module';
import { mentionsOf } from '../src/host/mentions.js';
import { nameOfModule } from '../src/protocol/built-in-modules.js';
import { BuiltIns, statesOfThread } from '../src/protocol/built-ins.js';
import { differenceOf } from '../src/protocol/built-in-print.js';
import { differencesOf } from '../src/worker/built-ins.js';
import { runProgram } from './child.js';

const namesOf = (...names) => new Set(names);

describe('what a module mentions', () => {
	test('words, members and globals, with those of the files that it imports', () => {
		const mentions = mentionsOf(new URL('./units/mentions.js?hash=1', import.meta.url).href);
		expect([...mentions.members]).toEqual(
			expect.arrayContaining(['title', 'lastItem', 'appName', 'shout', 'middle']),
		);
		expect([...mentions.globals]).toEqual(['appName', 'flag']);
		expect(mentions.words.has('elsewhere')).toBe(true);
		expect(mentions.members.has('elsewhere')).toBe(false);
		expect([...mentions.modules]).toEqual(['os', 'fs/promises', 'util']);
	});

	test('nothing of a module without a file', () => {
		expect(mentionsOf('data:text/javascript,x.title')).toBeUndefined();
		expect(
			mentionsOf(pathToFileURL(`${fileURLToPath(import.meta.url)}.none`).href),
		).toBeUndefined();
	});
});

describe('the built-ins of a thread', () => {
	const builtInsOf = (...names) =>
		new BuiltIns({
			words: namesOf(...names),
			members: namesOf(...names),
			globals: namesOf(),
			modules: namesOf('crypto', 'events', 'fs', 'os', 'querystring', 'util', 'webcrypto'),
		});

	test('are current until a property that is mentioned changes', () => {
		const before = builtInsOf('plantedHere', 'Math');
		expect(before.isCurrent()).toBe(true);
		Math.plantedHere = 1;
		expect(before.isCurrent()).toBe(false);
		const between = builtInsOf('plantedHere', 'Math');
		expect(between.describe()).toContain('Math.plantedHere\tnumber "1"\n');
		Math.plantedHere = 2;
		expect(between.isCurrent()).toBe(false);
		delete Math.plantedHere;
		expect(before.isCurrent()).toBe(true);
	});

	test.each([
		['AsyncFunction.prototype.plantedHere', Object.getPrototypeOf(async () => {}), 'plantedHere'],
		['%MapIterator%.prototype.plantedHere', Object.getPrototypeOf(new Map().keys()), 'plantedHere'],
		['Intl.Collator.prototype.plantedHere', Intl.Collator.prototype, 'plantedHere'],
		['Object.prototype.unmentioned', Object.prototype, 'unmentioned'],
		["globalThis[Symbol.for('app.planted')]", globalThis, Symbol.for('app.planted')],
		[
			'%AsyncIterator%.prototype.plantedHere',
			Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}.prototype)),
			'plantedHere',
		],
		['Buffer.prototype.plantedHere', Buffer.prototype, 'plantedHere'],
		['Headers.prototype.plantedHere', Headers.prototype, 'plantedHere'],
		['Set.prototype[nodejs.util.inspect.custom]', Set.prototype, util.inspect.custom],
		['process.hrtime.plantedHere', process.hrtime, 'plantedHere'],
		['crypto.plantedHere', globalThis.crypto, 'plantedHere'],
		['node:os.plantedHere', os, 'plantedHere'],
		['node:os.constants.plantedHere', os.constants, 'plantedHere'],
		['node:fs/promises.plantedHere', fs.promises, 'plantedHere'],
		['node:crypto.Hash.prototype.plantedHere', crypto.Hash.prototype, 'plantedHere'],
		['node:util.inspect.styles.unmentioned', util.inspect.styles, 'unmentioned'],
		// `crypto.Hash` is a stream.
		['Readable.prototype.plantedHere', stream.Readable.prototype, 'plantedHere'],
		['EventEmitter.prototype.plantedHere', events.prototype, 'plantedHere'],
	])('%s is one of them', (path, holder, key) => {
		const names = ['plantedHere', 'Intl', 'Collator', 'app', 'planted', 'Headers', 'process'];
		names.push('inspect', 'constants', 'promises', 'hrtime');
		expect(builtInsOf(...names).describe()).not.toContain(`${path}\t`);
		holder[key] = 1;
		try {
			expect(builtInsOf(...names).describe()).toContain(`${path}\t`);
		} finally {
			delete holder[key];
		}
	});

	test('are read by syntax with no mention', () => {
		const described = builtInsOf().describe();
		for (const path of ['Array.prototype.join', 'Set.prototype.add', 'RegExp.prototype.flags'])
			expect(described).toContain(`${path}\t`);
		expect(described).toContain('TypeError.prototype.name\t');
		expect(described).toContain('Array[Symbol.species]\t');
	});

	test('include options of inspect where values are written down', () => {
		const { depth } = util.inspect.defaultOptions;
		util.inspect.defaultOptions.depth = 7;
		const described = [builtInsOf('console').describe(), builtInsOf().describe()];
		util.inspect.defaultOptions.depth = depth;
		const path = 'node:util.inspect.defaultOptions.depth';
		expect(described[0]).toContain(`${path}\tnumber "7"\n`);
		expect(described[1]).not.toContain(path);
	});

	test('include what modules of Node read of themselves', () => {
		const described = builtInsOf().describe();
		expect(described).toContain('node:querystring.escape\t');
		expect(described).toContain('node:events.captureRejections\tboolean "false"');
		expect(described).not.toContain('node:os.hostname\t');
	});

	test('are the same in another thread, whatever is mentioned', async () => {
		const modules = builtinModules.filter((name) => nameOfModule(name) !== undefined);
		const url = new URL('../src/protocol/built-ins.js', import.meta.url).href;
		const describing = `const { BuiltIns } = await import(${JSON.stringify(url)});
			const all = { has: () => true };
			const names = { words: all, members: all, globals: all, modules: ${JSON.stringify(modules)} };
			const described = new BuiltIns(names).describe();`;
		const ofThread = `${describing} (await import('node:worker_threads')).parentPort.postMessage(described);`;
		const { lines } = await runProgram(`${describing}
			const source = ${JSON.stringify(`data:text/javascript,${encodeURIComponent(ofThread)}`)};
			new (await import('node:worker_threads')).Worker(new URL(source)).on('message', (there) => console.log(JSON.stringify([described, there])));`);
		const [here, there] = JSON.parse(lines[0]);
		expect(here.split('\n').length).toBeGreaterThan(3000);
		expect(differencesOf(here, there, namesOf())).toEqual([]);
	});

	test('that a unit has set in its own thread are not told of', () => {
		const record = (code) => `process\nprocess.exitCode\t${code}\n`;
		const [none, two, three] = ['undefined "undefined"', 'number "2"', 'number "3"'];
		const told = (host, thread) =>
			differencesOf(record(host), record(thread), namesOf(), statesOfThread());
		expect(statesOfThread().get('process.exitCode')).toBe(none);
		expect(told(none, two)).toEqual([]);
		expect(told(two, none)).toEqual([['process.exitCode', 'replaced']]);
		expect(told(two, three)).toEqual([['process.exitCode', 'replaced']]);
	});

	test('are read without running code of the program', () => {
		let ran = 0;
		Object.defineProperty(Array.prototype, 'plantedHere', {
			configurable: true,
			get: () => ran++,
		});
		const planted = new Proxy(() => 0, { getOwnPropertyDescriptor: () => ran++, get: () => ran++ });
		Object.prototype.plantedToo = planted;
		expect(builtInsOf('plantedHere', 'plantedToo').describe()).toMatch(/plantedHere\taccessor /);
		delete Array.prototype.plantedHere;
		delete Object.prototype.plantedToo;
		expect(ran).toBe(0);
	});
});

describe('a difference', () => {
	test.each([
		['number "1"', undefined, 'added'],
		['function log/0 17', 'native log/0', 'replaced'],
		['number "1"', 'number "2"', 'replaced'],
		[undefined, 'native at/1', 'removed'],
		// By a unit, or by a module that the host has evaluated as well.
		[undefined, 'function total/0 17', undefined],
		['native log/0', 'function log/0 17', undefined],
		// The worker module's copy has checks in its loops.
		['function total/0 17', 'function total/0 lowered', undefined],
		['function total/0 17', 'function total/1 lowered', 'replaced'],
		['function total/0 17', 'function total/0 18', 'replaced'],
		['object', 'object', undefined],
	])('%s here and %s there: %s', (ofHost, ofThread, expected) => {
		expect(differenceOf(ofHost, ofThread)).toBe(expected);
	});
});

describe('calls', () => {
	/** @param {string} source @param {Record<string, string>} [env] @returns {Promise<string[]>} */
	async function warningsOf(source, env = {}) {
		const { errors, code } = await runProgram(
			`const uses = reference("mentions.js#uses"), run = () => call(uses, ["x"]);\n${source}`,
			{ env: { LAPIDARY_THREADS: '1', ...env } },
		);
		if (code !== 0) throw new Error(errors);
		return (errors.match(/\[LP8055\].*/g) ?? []).map(
			(line) => /which the host.*|`[^`#]+`/.exec(line)[0],
		);
	}

	const PATCH = `String.prototype.title = () => 'T'; process.unrelated = 1;`;

	test.each([
		[
			'of a module of Node, between two',
			`const os = process.getBuiltinModule('os'); await run(); os.homedir = () => '/'; os.arch = 0; await run();`,
			1,
		],
		[
			'of a module that the host loads later',
			`await run(); (await import('node:util')).default.parseArgs = 1; await run();`,
			1,
		],
		[
			'of String.prototype.replace, for another text',
			`String.prototype.replace = () => 'x'; ${PATCH} await run();`,
			1,
		],
		['before the first', `${PATCH} await run(); await run();`, 1],
		['between two', `await run(); ${PATCH} await run();`, 1],
		['after the last was made', `const last = run(); ${PATCH} await last;`, 0],
		['of a name that the module does not mention', `process.unrelated = 1; await run();`, 0],
		[
			'while an iterator is replaced',
			`${PATCH} const { values } = Array.prototype; Array.prototype[Symbol.iterator] = function () { return values.call(this); }; await run();`,
			2,
		],
	])('a change %s', async (_, source, count) => {
		expect(await warningsOf(source)).toHaveLength(count);
	});

	test.each([
		['inline', 0],
		['serial', 0],
		['verify', 0],
	])('LAPIDARY_MODE=%s', async (LAPIDARY_MODE, count) => {
		expect(await warningsOf(`${PATCH} await run();`, { LAPIDARY_MODE })).toHaveLength(count);
	});
});
