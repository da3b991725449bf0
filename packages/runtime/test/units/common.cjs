'use strict';
const path = require('node:path');
exports.$lp_units = {
	'test/common.cjs#base':
		([suffix]) =>
		(file) =>
			path.basename(file) + suffix,
};
