/** @import { Compiler } from './hooks.js' */
/** @import { Linker, ResolveId } from '../link/linker.js' */
/** @import { Message, Messages } from '../report.js' */
import path from 'node:path';
import { NOTHING } from '../link/linker.js';

const NAME = 'lapidary';

/** @param {Compiler} compiler @returns {boolean} */
export const isForNode = (compiler) => Boolean(compiler.options.externalsPresets.node);

/**
 * Link a program before it is built, and compare that with what was built.
 *
 * @param {Compiler} compiler
 * @param {Linker} linker
 */
export function addLink(compiler, linker) {
	/** @type {Messages} */
	let found = NOTHING;
	const start = async () => {
		found = isForNode(compiler)
			? await linker.start(await findEntries(compiler), resolverOf(compiler))
			: NOTHING;
	};
	compiler.hooks.run.tapPromise(NAME, start);
	compiler.hooks.watchRun.tapPromise(NAME, start);
	compiler.hooks.thisCompilation.tap(NAME, (/** @type {any} */ compilation) => {
		if (compilation.compiler !== compiler) return;
		addMessages(compilation, found);
		found = NOTHING;
		compilation.hooks.finishModules.tapPromise(
			NAME,
			async (/** @type {Iterable<any>} */ modules) => {
				if (!isForNode(compiler) || compilation.errors.length > 0) return;
				const ids = [...modules].flatMap(({ resource }) => resource ?? []);
				addMessages(compilation, await linker.finish(ids, resolverOf(compiler)));
			},
		);
	});
}

/** @param {any} compilation @param {Messages} messages */
export function addMessages(compilation, { errors, warnings }) {
	const { WebpackError } = compilation.compiler.webpack;
	/** @param {Message} message */
	const toError = ({ message, id, code }) => {
		const error = new WebpackError(message);
		return Object.assign(error, { name: code, file: id, hideStack: true });
	};
	compilation.errors.push(...errors.map(toError));
	compilation.warnings.push(...warnings.map(toError));
}

/** @param {Compiler} compiler @returns {ResolveId} */
export function resolverOf(compiler) {
	const resolvers = ['esm', 'commonjs'].map((dependencyType) =>
		compiler.resolverFactory.get('normal', { dependencyType }),
	);
	return async (specifier, from) => {
		for (const resolver of resolvers) {
			const found = await resolveWith(resolver, specifier, path.dirname(from));
			if (found !== null) return found;
		}
		return null;
	};
}

/** @param {any} resolver @param {string} request @param {string} folder @returns {Promise<string | null>} */
const resolveWith = (resolver, request, folder) =>
	new Promise((resolve) => {
		resolver.resolve(
			{},
			folder,
			request,
			{},
			(/** @type {unknown} */ error, /** @type {unknown} */ file) =>
				resolve(error || typeof file !== 'string' ? null : file),
		);
	});

/** @param {Compiler} compiler @returns {Promise<string[]>} absolute paths */
async function findEntries(compiler) {
	const { entry } = compiler.options;
	const described = typeof entry === 'function' ? await entry() : entry;
	const requests = Object.values(described).flatMap((one) => one.import ?? []);
	const resolver = compiler.resolverFactory.get('normal', { dependencyType: 'esm' });
	const found = await Promise.all(
		requests.map((one) => resolveWith(resolver, one, compiler.context)),
	);
	return found.flatMap((one) => one ?? []);
}
