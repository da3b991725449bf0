import { findAbsorbed } from '../src/rollup/absorbed.js';
import { keepOutOfManualChunks } from '../src/rollup/manual-chunks.js';

/** module → what it imports */
const IMPORTS = {
	'main.js': ['score.js', 'log.js'],
	'score.js': ['scale.js'],
	'score.worker.js': ['scale.js', 'point.js'],
	'fold.worker.js': ['point.js'],
	'point.js': [],
	'scale.js': [],
	'log.js': [],
};
const context = {
	getModuleIds: () => Object.keys(IMPORTS),
	/** @param {keyof typeof IMPORTS} id */
	getModuleInfo: (id) => ({
		isEntry: id === 'main.js',
		dynamicImporters: [],
		importedIds: IMPORTS[id],
	}),
};

test('what worker modules import is divided by who needs it, and the user is asked about the rest', () => {
	const output = { manualChunks: () => 'all' };
	const workers = ['score.worker.js', 'fold.worker.js'];
	const { manualChunks } = keepOutOfManualChunks(output, context, workers);
	/** @type {Map<string, string[]>} */
	const chunks = new Map();
	for (const id of Object.keys(IMPORTS)) {
		const name = manualChunks(id, undefined);
		chunks.set(name, [...(chunks.get(name) ?? []), id]);
	}
	expect([...chunks.values()]).toEqual([
		['main.js', 'score.js', 'log.js'],
		['score.worker.js'],
		['fold.worker.js'],
		['point.js'],
		['scale.js'],
	]);
	expect(chunks.get('all')).toContain('log.js');
	const listed = { manualChunks: { all: ['log.js'] } };
	expect(keepOutOfManualChunks(listed, context, workers)).toBe(listed);
});

test('a module that a worker module does not import is found in the files that it loads', () => {
	const chunks = [
		{ fileName: 'w.js', moduleIds: ['score.worker.js'], imports: ['shared.js'] },
		{ fileName: 'shared.js', moduleIds: ['scale.js', 'point.js', 'log.js'], imports: [] },
	];
	const { worker, build } = { worker: 'score.worker.js', build: { chunks, context } };
	expect(findAbsorbed(worker, 'w.js', build)).toBe('log.js');
	chunks[1] = {
		fileName: 'shared.js',
		moduleIds: ['scale.js', 'point.js', '/a/node_modules/b.js'],
		imports: [],
	};
	expect(findAbsorbed(worker, 'w.js', build)).toBeUndefined();
});
