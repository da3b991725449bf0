/** What LP5024 says of one call, and of all that other names make. @param {string} unit its name */
export const thisCall = (unit) => `this call of \`${unit}\``;

/** @param {string} unit its name */
export const callsByOtherNames = (unit) => `each call of \`${unit}\` by another name`;

/** What LP5026 says of a call whose value is used. */
export const GIVES_NOTHING = 'gives nothing, and its result is used here';

/** What it says of a call inside a `try`. */
export const THROWS_NOTHING = 'throws nothing, and the `try` around it does not see its errors';
