// What a vat's thread and the thread that made it tell each other; messages are arrays that begin with one of these.

/** `[EVALUATE, id, code]`: evaluate a text; its value is known by `id` from then on. */
export const EVALUATE = 0;
/** `[APPLY, id, target, path, references, args, notes?]`: call the value `target`, or a method below it; `references` are `[index, id, path]` of arguments in the vat. */
export const APPLY = 1;
/** `[GET, id, target, path]`: read a property. */
export const GET = 2;
/** `[DROP, id]`: nobody refers to the value any more. */
export const DROP = 3;

/** `[RETURNED, id, value, notes?]`. */
export const RETURNED = 0;
/** `[KEPT, id]`: the value cannot be copied, and stays. */
export const KEPT = 1;
/** `[THREW, id, error, notes?]`. */
export const THREW = 2;
/** `[IDLE, id]`: nothing is left to do there, after the message of that id; what is not answered needs another message. */
export const IDLE = 3;
