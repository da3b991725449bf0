/** @import { Diagnostic, Kind, Position, Related, Severity } from './diagnostic.js' */
/** @import { FormatOptions } from './format.js' */

export { compareDiagnostics, SEVERITIES } from './diagnostic.js';
export { formatDiagnostic, formatDiagnostics, formatSummary } from './format.js';
