/** @import { CompileOptions, SourceMap, WorkerModule } from '../../types.js' */
/** @import { Lowered } from '../../ir/module.js' */
import { createHash } from 'node:crypto';
import { nodesOf } from '../../ast/tree.js';
import {
	javascriptName,
	urlOfName,
	WORKER_HASH,
	WORKER_NAME,
	WORKER_URL,
} from '../../ir/file-names.js';
import { hostOf, pathsOf } from '../../ir/host-places.js';
import { readMakers } from '../../ir/import-makers.js';
import { readPackages } from '../../knowledge/package-facts.js';
import { readSetUps } from '../../ir/import-set-ups.js';
import { changedStatements } from './changed-statements.js';
import { composeMap, placesOf } from './maps.js';
import { assemblePieces, editSource } from './text.js';
import { namesIn, verifyModule } from './verify.js';

/**
 * Write both modules, with their source maps, and check them with a second parser.
 *
 * @param {Lowered} lowered
 * @param {{ options: CompileOptions }} context
 * @returns {{ code: string, map: SourceMap, workerModules: WorkerModule[] }} no worker module without units
 * @throws {Error} LP9001 when what was written is not what was meant
 */
export function emit(lowered, { options }) {
	const { source, filename, moduleKind, language, host, plans, resolution } = lowered;
	// The map of an earlier transform has places between nodes.
	const places = options.inputSourceMap ? null : placesOf(resolution.parents.keys());
	const worker = plans.length > 0 ? emitWorker(lowered, options, places) : null;
	const edits = host.map((edit) => ({
		...edit,
		text: worker ? worker.named(edit.text) : edit.text,
	}));
	const hostText = editSource({ source, filename, edits, places });
	const changed = changedStatements(hostText.code, {
		source,
		program: lowered.file.program,
		edits,
	});
	verifyModule(changed, { moduleKind, language, fileName: filename, globals: null });
	return {
		code: hostText.code,
		map: composeMap(hostText.map, options.inputSourceMap),
		workerModules: worker ? [worker.module] : [],
	};
}

/**
 * @param {Lowered} lowered
 * @param {CompileOptions} options
 * @param {number[] | null} places
 * @returns {{ module: WorkerModule, named: (text: string) => string }} `named` puts its name into a text of the host module
 */
function emitWorker(lowered, options, places) {
	const { source, filename, moduleKind, runsAs, language, resolution } = lowered;
	const prefix = language === 'js' ? '' : '// @ts-nocheck: the types were checked in the source\n';
	const { code, map } = assemblePieces({
		source,
		filename,
		pieces: lowered.worker,
		edits: lowered.workerEdits,
		copies: lowered.workerCopies,
		// Only these two have lines that are data; most sources hold neither, and need no walk.
		fixed: /`|<\//.test(source) ? templateLiterals(lowered.file) : [],
		places,
		prefix,
	});
	const { fileName, hash, reference } = workerNames(lowered, code, options);
	const { worker } = options;
	const given = [hostOf(worker, moduleKind), ...Object.values(pathsOf(worker, moduleKind) ?? {})];
	const globals = new Set([
		...resolution.globals.keys(),
		...given.flatMap((one) => [...namesIn(one ?? '')]),
	]);
	const pure = new Set([
		...readMakers(options.linked?.makers ?? []).keys(),
		...readSetUps(options.linked?.setUps ?? []).keys(),
	]);
	const read = [...readPackages(options.linked?.packages ?? []).values()];
	const packages = new Set(read.flatMap((one) => (one.isTrusted ? one.specifier : [])));
	verifyModule(code, { moduleKind, language, fileName, globals, pure, packages });
	/** @type {WorkerModule} */
	const module = {
		fileName,
		code,
		map: composeMap(map, options.inputSourceMap),
		moduleKind: runsAs,
		units: lowered.plans.map(({ unit }) => ({ id: unit.id, name: unit.name })),
	};
	const names = new Map([
		[WORKER_URL, locateWorker(module, options)],
		[WORKER_NAME, reference],
		[WORKER_HASH, hash],
	]);
	return { module, named: (text) => text.replace(PLACES, (name) => names.get(name) ?? name) };
}

const PLACES = new RegExp([WORKER_URL, WORKER_NAME, WORKER_HASH].join('|'), 'g');

/**
 * @param {WorkerModule} module
 * @param {CompileOptions} options
 * @returns {string} the expression for its URL that the caller wants in the stubs; empty where it gives none
 * @throws {TypeError} when that would not leave every line of the host where it is
 */
function locateWorker(module, { worker }) {
	if (typeof worker?.locate !== 'function') return '';
	const text = worker.locate(module);
	if (typeof text !== 'string' || text.trim() === '' || /[\r\n\u2028\u2029]/.test(text)) {
		throw new TypeError(
			`compile: options.worker.locate gives an expression on one line, not ${JSON.stringify(text)}`,
		);
	}
	return text;
}

/** @param {import('../../types.js').Node} file @returns {{ start: number, end: number }[]} */
function templateLiterals(file) {
	const found = nodesOf(file.program, ['TemplateLiteral', 'JSXText']);
	return found.map(({ start, end }) => ({ start, end }));
}

/**
 * @param {Lowered} lowered
 * @param {string} code
 * @param {CompileOptions} options
 * @returns {{ fileName: string, hash: string, reference: string }} the file, and what the stub calls it
 */
function workerNames({ baseName, extension, runsAs }, code, { worker }) {
	const stem = baseName.slice(0, baseName.length - extension.length);
	const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
	const fileName = `${stem}.cpu_bound-${hash}${extension}`;
	const name = worker?.locate === 'query' ? baseName : javascriptName(fileName);
	return {
		fileName,
		hash,
		reference: runsAs === 'module' ? urlOfName(name) : JSON.stringify(name).slice(1, -1),
	};
}
