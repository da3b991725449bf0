// By which names packages let programs set them up.

const VERBS =
	'configure|config|setup|init|initialize|install|register|extend|locale|defaults|define|enable|disable|override|mixin|patch|use|load|set';

/** `use`, `setLocale`, `registerLocale`; not `settle`, and not `useState`, which begins like a hook. */
const SET_UP = new RegExp(`^(?:(?:${VERBS})|(?!use)(?:${VERBS})[A-Z_]\\w*|defaultLocale)$`);

/** @param {string} name of a function or method @returns {boolean} whether it says that a call sets up what it belongs to */
export const isSetUpName = (name) => SET_UP.test(name);

/** What such calls look like in a text, and assignments to what packages offer for that. */
const IN_TEXT = new RegExp(
	String.raw`\b(?:${VERBS})(?:[A-Z_]\w*)?\s*\(|\bdefaultLocale\s*\(|` +
		String.raw`\.(?:defaults?\w*|config|options|settings|prototype)\b[.\w$]*\s*=(?![=>])`,
);

/** @param {string} source @returns {boolean} whether a module may set up a package, by what its text looks like */
export const maySetUp = (source) => IN_TEXT.test(source);

/** In the place of variables that a set-up call of this program leads to: it changes nothing of the program, and workers must not repeat it. */
export const ONLY_ACTS = '!';
