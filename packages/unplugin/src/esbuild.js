import { lapidary } from './plugin.js';

export default lapidary.esbuild;
