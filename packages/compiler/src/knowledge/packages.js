import { isBuiltin } from 'node:module';

/** @param {string} specifier @returns {boolean} it is neither a path nor a part of the platform */
export const isPackage = (specifier) => /^[^./]/.test(specifier) && !isBuiltin(specifier);

/** `dayjs/plugin/utc.js` belongs to `dayjs`. @param {string} specifier @returns {string} */
export const packageOf = (specifier) =>
	specifier
		.split('/')
		.slice(0, specifier.startsWith('@') ? 2 : 1)
		.join('/');
