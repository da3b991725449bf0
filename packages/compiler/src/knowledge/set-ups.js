// By which names packages let programs set them up.

const VERBS =
	'configure|config|setup|init|initialize|install|register|extend|locale|defaults|define|enable|disable|override|mixin|patch|use|load|set';

/** Of well-known packages, whose names begin in another way: yup, moment, i18next, nunjucks, ajv. */
const OTHERS =
	'(?:update|change)(?:Locale|Language)|add(?:Method|Global|Filter|Schema|Keyword|Format)|relativeTimeThreshold';

/** `use`, `setLocale`, `registerLocale`; not `settle`, and not `useState`, which begins like a hook. */
const SET_UP = new RegExp(
	`^(?:(?:${VERBS})|(?!use)(?:${VERBS})[A-Z_]\\w*|defaultLocale|${OTHERS})$`,
);

/** @param {string} name of a function or method @returns {boolean} whether it says that a call sets up what it belongs to */
export const isSetUpName = (name) => SET_UP.test(name);

/**
 * The same of calls whose result is used as well: `const off = md.disable('emphasis')`. Other names with these verbs give something else, and leave
 * what they are called on as it is: `load(text)`, `setHours(date, 3)`, `extend(a, b)`.
 */
const SURELY_SETS_UP =
	/^(?:locale|config|configure|plugin|use|(?:enable|disable|register|(?:set|update|change|define)(?:Auto|Default|Locale|Language|Global))\w*)$/;

/** What is kept in an object that a package has made, whether or not the result is used. Not `add`: that of a date or a number gives another. */
const KEEPS = /^(?:(?:add|insert|remove|append|prepend)[A-Z_]\w*|keep|nice|fit[A-Z]\w*)$/;

/** Getters without an argument, and setters with one, as d3 has them. */
const GETS_OR_SETS = /^(?:domain|range|rangeRound|unknown|padding|clamp|exponent)$/;

/** @param {string} name @param {number} count of arguments @returns {boolean} whether a call sets up what it belongs to, whatever becomes of its result */
export const isSureSetUp = (name, count) => count > 0 && SURELY_SETS_UP.test(name);

/** @param {string} name of a method @param {number} count of arguments @returns {boolean} whether a call changes the object that it is called on, whatever becomes of its result */
export const isSureChange = (name, count) =>
	KEEPS.test(name) || isSureSetUp(name, count) || (count > 0 && GETS_OR_SETS.test(name));

/** What such calls look like in a text, assignments to what packages offer for that, and imports for what a file of a package does. */
const IN_TEXT = new RegExp(
	String.raw`\b(?:${VERBS})(?:[A-Z_]\w*)?\s*\(|\b(?:defaultLocale|${OTHERS})\s*\(|\bimport\s*['"]|^\s*require\s*\(|` +
		String.raw`\.(?:defaults?\w*|config|options|settings|prototype)\b[.\w$]*\s*=(?![=>])`,
	'm',
);

/** @param {string} source @returns {boolean} whether a module may set up a package, by what its text looks like */
export const maySetUp = (source) => IN_TEXT.test(source);

/** In the place of variables that a set-up call of this program leads to: it changes nothing of the program, and workers must not repeat it. */
export const ONLY_ACTS = '!';
