// What the platform gives, as it was when this module was evaluated: code that patches it afterwards would be handed the state that is to
// stay out of reach. Calls of these functions take what `this` would be as their first argument.

export const { Map, Proxy, WeakRef, FinalizationRegistry } = globalThis;

/**
 * @template {(...args: any[]) => any} F
 * @param {F} method
 * @returns {(self: any, ...args: Parameters<F>) => ReturnType<F>}
 */
const uncurried = (method) => Function.prototype.call.bind(method);

/** `call(fn, self, ...args)`: V8 makes a plain call of it, and no array. @type {(fn: Function, self: unknown, ...args: unknown[]) => any} */
export const call = Function.prototype.call.bind(Function.prototype.call);

export const mapGet = uncurried(Map.prototype.get);
export const mapHas = uncurried(Map.prototype.has);
export const mapSet = uncurried(Map.prototype.set);
export const mapDelete = uncurried(Map.prototype.delete);
export const mapForEach = uncurried(Map.prototype.forEach);
export const weakGet = uncurried(WeakMap.prototype.get);
export const weakSet = uncurried(WeakMap.prototype.set);
export const deref = uncurried(WeakRef.prototype.deref);
export const register = uncurried(FinalizationRegistry.prototype.register);
export const unregister = uncurried(FinalizationRegistry.prototype.unregister);
