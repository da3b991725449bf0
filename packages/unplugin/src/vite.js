import { lapidary } from './plugin.js';

export default lapidary.vite;
