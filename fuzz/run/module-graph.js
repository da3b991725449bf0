/** @import { Module } from 'node:vm' */
import { createRequire, isBuiltin } from 'node:module';
import vm from 'node:vm';
import { STATE_MODULE } from '../../packages/runtime/src/abi.js';
import { show } from '../../packages/runtime/src/internal/state.cjs';

const BASE = 'file:///fuzz/';
const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname'];
const nodeRequire = createRequire(import.meta.url);
const { apply } = Reflect;

/** What emitted modules call: the functions of `@lapidary/runtime/internal/host`. @typedef {Record<string, Function>} HostFunctions */

const HOST_MODULE = '@lapidary/runtime/internal/host';

/** Where the runtime finds what modules show of their state: a global of each thread. */
const SHOWN = Symbol.for('@lapidary/runtime.shown');

/**
 * The modules of one thread of a program, evaluated in this process: each graph has instances of its own, so that no
 * two share the state of a module. The built-in classes are the same for all, as they look to the threads of a pool.
 */
export class ModuleGraph {
	/**
	 * @param {ReadonlyMap<string, string>} files name → JavaScript; `.cjs` is CommonJS
	 * @param {HostFunctions} host
	 */
	constructor(files, host) {
		this.files = files;
		/** What the modules show of their state. @type {Map<string, object>} */
		this.shown = new Map();
		/** @type {HostFunctions} */
		this.host = Object.fromEntries(
			Object.entries(host).map(([name, fn]) => [
				name,
				(/** @type {any[]} */ ...args) => {
					this.enter();
					// No method here either.
					if (name === 'unit')
						for (let at = 0; at < args.length; at++) args[at] = this.entering(args[at]);
					return apply(fn, undefined, args);
				},
			]),
		);
		/** @type {Map<string, Promise<Module> | Module>} */
		this.modules = new Map();
		/** @type {Map<string, { exports: any }>} */
		this.commonJs = new Map();
	}

	/** From now on the runtime reads the state of these modules, until another thread runs. */
	enter() {
		// No method: a program may have replaced `Reflect` while it calls.
		/** @type {any} */ (globalThis)[SHOWN] = this.shown;
	}

	/** What reads this thread's classes runs in it, whenever the runtime asks for them. @param {unknown} value @returns {unknown} */
	entering = (value) => {
		if (typeof value !== 'function') return value;
		return () => {
			this.enter();
			return value();
		};
	};

	/**
	 * Evaluate a module, and all that it imports.
	 *
	 * @param {string} name or its URL
	 * @returns {Promise<Record<string, any>>} its exports; of CommonJS, as `import` sees them
	 */
	async load(name) {
		const module = await this.find(nameOf(name));
		if (module.status === 'unlinked') {
			await module.link((specifier) => this.find(nameOf(specifier)));
		}
		await module.evaluate();
		return module.namespace;
	}

	/** @param {string} name @returns {string} */
	urlOf(name) {
		return `${BASE}${name}`;
	}

	/** @param {string} name @returns {Promise<Module>} not linked yet */
	async find(name) {
		const known = this.modules.get(name);
		if (known) return known;
		const made = this.create(name);
		this.modules.set(name, made);
		return made;
	}

	/** @param {string} name @returns {Module} */
	create(name) {
		const source = this.files.get(name);
		if (source === undefined) return synthetic(this.require(name));
		if (name.endsWith('.cjs')) return synthetic(this.require(name));
		return new vm.SourceTextModule(source, {
			identifier: `${BASE}${name}`,
			initializeImportMeta: (meta) => {
				meta.url = `${BASE}${name}`;
				meta.filename = `/fuzz/${name}`;
				meta.dirname = '/fuzz';
			},
			importModuleDynamically: /** @type {any} */ (
				(/** @type {string} */ one) => this.dynamic(one)
			),
		});
	}

	/** @param {string} specifier @returns {Promise<Module>} */
	async dynamic(specifier) {
		await this.load(specifier);
		return this.find(nameOf(specifier));
	}

	/** @param {string} specifier @returns {any} what `require` gives */
	require(specifier) {
		if (specifier === HOST_MODULE) return this.host;
		if (specifier === STATE_MODULE)
			return {
				show: (/** @type {Parameters<typeof show>} */ ...state) => {
					this.enter();
					show(...state);
				},
			};
		// Stubs ask for `node:url` at a call, when a program may have replaced `Map.prototype.get`: Node's `require` has one of its own.
		if (isBuiltin(specifier)) return nodeRequire(specifier);
		const name = nameOf(specifier);
		const source = this.files.get(name);
		if (source === undefined) return nodeRequire(specifier);
		const known = this.commonJs.get(name);
		if (known) return known.exports;
		const module = { exports: {} };
		this.commonJs.set(name, module);
		const run = vm.compileFunction(source, PARAMETERS, {
			filename: `/fuzz/${name}`,
			importModuleDynamically: /** @type {any} */ (
				(/** @type {string} */ one) => this.dynamic(one)
			),
		});
		const require = (/** @type {string} */ one) => this.require(one);
		Reflect.apply(run, module.exports, [module.exports, require, module, `/fuzz/${name}`, '/fuzz']);
		return module.exports;
	}
}

/** @param {string} specifier relative, or a URL @returns {string} */
const nameOf = (specifier) => specifier.replace(BASE, '').replace(/^\.\//, '');

/** @param {any} exported @returns {Module} a module that gives what CommonJS, Node or the runtime exports */
function synthetic(exported) {
	const names = new Set(['default', ...Object.keys(exported)]);
	return new vm.SyntheticModule([...names], function () {
		for (const name of names) this.setExport(name, exported[name]);
		this.setExport('default', exported);
	});
}
