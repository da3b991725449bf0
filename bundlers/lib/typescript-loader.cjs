// A loader of webpack, as those of users: TypeScript out, with the map of the loaders before it.
const remapping = require('@jridgewell/remapping');
const { transform } = require('esbuild');

/** @this {any} @param {string} source @param {object | undefined} map */
module.exports = function compile(source, map) {
	const callback = this.async();
	transform(source, { loader: 'ts', sourcefile: this.resourcePath, sourcemap: true }).then(
		({ code, map: own }) => {
			const merge = remapping.default ?? remapping;
			const merged = map ? merge([JSON.parse(own), map], () => null) : JSON.parse(own);
			callback(null, code, JSON.parse(JSON.stringify(merged)));
		},
		callback,
	);
};
