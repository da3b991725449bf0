import { programs } from '../../src/programs.js';

/** @param {[name: string, size: number]} task */
export default ([name, size]) => programs[name](size);
