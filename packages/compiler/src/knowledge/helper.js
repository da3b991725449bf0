/** The function of the runtime that marks the function it gets, as a directive does, and gives its type a promise. */
export const HELPER = 'cpuBound';

/** The modules that export it. */
export const HELPER_MODULES = new Set(['@lapidary/runtime', '@lapidary/runtime/cpu-bound']);
