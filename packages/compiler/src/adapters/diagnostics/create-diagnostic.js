export { createDiagnostic } from '../../diagnostics/create-diagnostic.js';
