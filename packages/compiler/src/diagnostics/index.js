/** @typedef {import('./diagnostic.js').Diagnostic} Diagnostic */
/** @typedef {import('./diagnostic.js').Kind} Kind */
/** @typedef {import('./diagnostic.js').Position} Position */
/** @typedef {import('./diagnostic.js').Related} Related */
/** @typedef {import('./diagnostic.js').Severity} Severity */
/** @typedef {import('./format.js').FormatOptions} FormatOptions */

export { createDiagnostic } from './create-diagnostic.js';
export { compareDiagnostics, SEVERITIES } from './diagnostic.js';
export { formatDiagnostic, formatDiagnostics, formatSummary } from './format.js';
