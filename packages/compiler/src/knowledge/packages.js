/** @import { Kind } from './capabilities.js' */
import { isBuiltin } from 'node:module';

/** @param {string} specifier @returns {boolean} it is neither a path nor a part of the platform */
export const isPackage = (specifier) => /^[^./]/.test(specifier) && !isBuiltin(specifier);

/** `dayjs/plugin/utc.js` belongs to `dayjs`. @param {string} specifier @returns {string} */
export const packageOf = (specifier) =>
	specifier
		.split('/')
		.slice(0, specifier.startsWith('@') ? 2 : 1)
		.join('/');

/** The runtime's own: what its functions do is known without its sources. @param {string} specifier @returns {boolean} */
export const isOfRuntime = (specifier) => packageOf(specifier) === '@lapidary/runtime';

/**
 * What is known of a package besides its sources.
 *
 * @typedef {object} KnownPackage
 * @property {readonly Kind[]} accepts what its sources can do, and calls that make values do not: they print what is wrong with their arguments, draw
 *   random numbers and read the clock in functions that are named for it, read from the environment how much to print, evaluate
 *   the text that they have made of a template or a schema, and read files in functions that are given a path
 * @property {boolean} [remembers] objects that it makes keep nothing of calls but what each thread computes alike; without it they may be containers
 * @property {boolean} [isClock] a call without arguments gives the time of now
 */

/** @param {string} accepts separated by spaces @param {Omit<KnownPackage, 'accepts'>} [more] @returns {KnownPackage} */
const known = (accepts, more = {}) => ({
	accepts: /** @type {Kind[]} */ (accepts.split(' ').filter(Boolean)),
	...more,
});
const REMEMBERS = { remembers: true };

/** Packages that make values of which it has been checked what they do. @type {Readonly<Record<string, KnownPackage>>} */
export const KNOWN_PACKAGES = {
	'@babel/parser': known('', REMEMBERS),
	'@dagrejs/dagre': known('clock prints'),
	'@mixmark-io/domino': known('prints timers clock'),
	acorn: known('prints', REMEMBERS),
	'ajv-formats': known('', REMEMBERS),
	ajv: known('prints text', REMEMBERS),
	'bignumber.js': known('random', REMEMBERS),
	cheerio: known(
		'globals prints timers network clock environment acts unread files random processes',
		REMEMBERS,
	),
	chevrotain: known('prints clock text', REMEMBERS),
	'chroma-js': known('random', REMEMBERS),
	commander: known('processes files prints environment'),
	compromise: known('environment prints random', REMEMBERS),
	'csv-parse': known('', REMEMBERS),
	'csv-stringify': known('', REMEMBERS),
	culori: known('random', REMEMBERS),
	'd3-array': known('random', REMEMBERS),
	'd3-color': known('', REMEMBERS),
	'd3-format': known('', REMEMBERS),
	'd3-geo': known('', REMEMBERS),
	'd3-hierarchy': known('', REMEMBERS),
	'd3-interpolate': known('clock', REMEMBERS),
	'd3-path': known('', REMEMBERS),
	'd3-scale': known('', REMEMBERS),
	'd3-shape': known('', REMEMBERS),
	'd3-time': known('clock', REMEMBERS),
	'd3-time-format': known('clock', REMEMBERS),
	'date-fns': known('clock prints', REMEMBERS),
	dayjs: known('clock', { ...REMEMBERS, isClock: true }),
	'decimal.js': known('random', REMEMBERS),
	ejs: known('text prints files', REMEMBERS),
	'expr-eval': known('text random', REMEMBERS),
	'fast-xml-parser': known('', REMEMBERS),
	flexsearch: known('timers text clock acts prints processes'),
	'fraction.js': known('globals'),
	'fuse.js': known('prints', REMEMBERS),
	graphology: known('random'),
	handlebars: known('unread files globals prints', REMEMBERS),
	'highlight.js': known('prints', REMEMBERS),
	i18next: known('prints timers'),
	immer: known('environment', REMEMBERS),
	immutable: known('random prints', REMEMBERS),
	'intl-messageformat': known('', REMEMBERS),
	joi: known('globals clock timers acts', REMEMBERS),
	'js-yaml': known('', REMEMBERS),
	jsondiffpatch: known('prints', REMEMBERS),
	'jsonpath-plus': known('text', REMEMBERS),
	katex: known('prints', REMEMBERS),
	launder: known('clock', REMEMBERS),
	liquidjs: known('random clock prints files', REMEMBERS),
	'lodash-es': known('environment clock timers globals text random', REMEMBERS),
	lodash: known('environment clock timers globals text random', REMEMBERS),
	lunr: known('prints', REMEMBERS),
	luxon: known('clock', REMEMBERS),
	'markdown-it': known('', REMEMBERS),
	marked: known('prints', REMEMBERS),
	mathjs: known('prints random clock globals', REMEMBERS),
	minisearch: known('timers prints'),
	'ml-matrix': known('random prints'),
	moment: known('clock prints unread', { ...REMEMBERS, isClock: true }),
	mustache: known('', REMEMBERS),
	nanoid: known('random'),
	numeral: known('prints', REMEMBERS),
	nunjucks: known('text prints files environment timers random globals acts', REMEMBERS),
	papaparse: known('timers prints', REMEMBERS),
	peggy: known('text', REMEMBERS),
	picocolors: known('environment'),
	postcss: known('prints environment files random', REMEMBERS),
	prismjs: known('globals prints', REMEMBERS),
	pug: known('prints text environment files unread timers acts globals clock', REMEMBERS),
	ramda: known('', REMEMBERS),
	'rehype-raw': known('', REMEMBERS),
	remark: known('', REMEMBERS),
	'sanitize-html': known('prints environment files clock random', REMEMBERS),
	sax: known('globals', REMEMBERS),
	seedrandom: known('clock random', { ...REMEMBERS, isClock: true }),
	semver: known('environment prints', REMEMBERS),
	showdown: known('prints globals random', REMEMBERS),
	'simple-statistics': known('random', REMEMBERS),
	'source-map': known('random', REMEMBERS),
	'source-map-js': known('random', REMEMBERS),
	superstruct: known('prints', REMEMBERS),
	tinycolor2: known('random', REMEMBERS),
	turndown: known('', REMEMBERS),
	unified: known('', REMEMBERS),
	uuid: known('clock random', REMEMBERS),
	validator: known('clock', REMEMBERS),
	vfile: known('environment', REMEMBERS),
	xml2js: known('timers', REMEMBERS),
	xmlbuilder: known('random', REMEMBERS),
	yaml: known('prints'),
	'yargs-parser': known('environment files', REMEMBERS),
	yup: known('', REMEMBERS),
	zod: known('globals random text clock', REMEMBERS),
};

/** Functions that say that each call gives something else. */
const DIFFERS =
	/(^|\.)(v[1467]|now|uuid|nanoid|ulid|cuid)$|\brandom|Random|[sS]huffle|\bsample|Sample|[tT]oday|[tT]omorrow|[yY]esterday|uniqueId|[jJ]itter|[tT]imestamp|ToNow$/;

/** @param {string} path of what is called: `chroma.random` @returns {boolean} its name says that each call gives something else */
export const givesAnother = (path) => DIFFERS.test(path);
