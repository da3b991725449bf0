/** Names that classes have, and constants have not. */
export const IS_CLASS = /^[A-Z](?!.*_)/;

/** The same, where a name is all that speaks for a class: `LIMITS` is none. */
export const IS_SURELY_CLASS = /^[A-Z]\w*[a-z]/;
