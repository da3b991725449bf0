/** What LP5024 says of one call, and of all that other names make. @param {string} unit its name */
export const thisCall = (unit) => `this call of \`${unit}\``;

/** @param {string} unit its name */
export const callsByOtherNames = (unit) => `each call of \`${unit}\` by another name`;
