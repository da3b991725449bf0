// The entry of the threads of `Workers`. CommonJS, because Node refuses an ES module as the entry of a thread of a program that
// was started with `--input-type`.
void import('./boot.js');
