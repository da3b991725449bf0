export { transformFile as default } from '../src/transform-file.js';
