export { createDiagnostic } from '@lapidary/compiler/diagnostics';
