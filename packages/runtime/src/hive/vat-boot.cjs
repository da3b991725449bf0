// The entry of a vat's thread. CommonJS, because Node refuses an ES module as the entry of a thread of a program that was started
// with `--input-type`.
void import('./vat-boot.js');
