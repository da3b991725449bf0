// A link of files: who knows which files there are and what a specifier leads to, a command line or a bundler, gets what there is to say of
// them and what each has to be compiled with. There is no I/O here.
export { linkFiles } from './link-files.js';
export { linkSources } from './link-sources.js';
export { scanText } from './import-graph.js';

/** @typedef {import('./import-graph.js').ImportGraph} ImportGraph */
/** @typedef {import('./import-graph.js').Outside} Outside */
/** @typedef {import('./import-graph.js').Scanned} Scanned */
/** @typedef {import('./link-files.js').Fix} Fix */
/** @typedef {import('./link-files.js').LinkCache} LinkCache */
/** @typedef {import('./link-files.js').Linked} Linked */
/** @typedef {import('./link-files.js').LinkedTree} LinkedTree */
/** @typedef {import('./link-files.js').SummariseRequest} SummariseRequest */
/** @typedef {import('./link-files.js').LinkContext} LinkContext */
