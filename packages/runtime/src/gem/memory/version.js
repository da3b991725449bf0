// Written by scripts/write-version.js when a release is made.

/** Of this package. Copies of one version share the memory of GEMs, since they agree on each word of it; those of others have their own. */
export const VERSION = '0.1.0';
