'use strict';
// What piscina requires. CommonJS, because a process that exits while a thread requires an ES module may abort instead
// (Node 20.20: `v8::Module::IsGraphAsync must be used on an instantiated module`); an import does not.
exports.runTask = import('./boot.js').then(({ runTask }) => runTask);
