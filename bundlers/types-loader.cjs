const { transform } = require('esbuild');
module.exports = function (source, map) {
	const cb = this.async();
	transform(source, { loader: 'ts', sourcefile: this.resourcePath, sourcemap: true }).then(
		(r) => cb(null, r.code, mergeMap(map, JSON.parse(r.map))),
		cb,
	);
};
const remapping = require('@jridgewell/remapping');
function mergeMap(a, b) {
	if (!a) return b;
	return JSON.parse(JSON.stringify((remapping.default ?? remapping)([b, a], () => null)));
}
