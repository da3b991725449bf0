// What units/mentions.js imports.
const elsewhere = '!';
export const shout = (text) => text.shout() + elsewhere;
