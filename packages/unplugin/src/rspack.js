import { lapidary } from './plugin.js';

export default lapidary.rspack;
