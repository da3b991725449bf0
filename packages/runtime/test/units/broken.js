export const $lp_units = { 'test/broken.js#any': () => () => 1 };
throw new RangeError('this module cannot be evaluated');
