// Takes the place of src/gem/memory/threads.js: simulated thread 0 has the id 256, thread 1 the id 257, …
import { current, step } from './atomics.js';

export const isHost = false;
export const me = () => 256 + current.thread;
export const isAlive = (id) => step(() => id >= 256 && !current.dead.has(id - 256));
export const threadBase = (slot) => 256 + slot * 16;
export const onDeath = () => undefined;
export const onExitOf = () => undefined;
export const hasEnded = (id) => !isAlive(id);
export const nodeIdOf = (id) => id - 256;
export const parentOfMe = () => 0;
export const watch = () => undefined;
