// A system that does not tell of its threads: this has to be loaded before GEMs are.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { readlinkSync } = fs;
fs.readlinkSync = (path, ...more) => {
	if (path === '/proc/thread-self') throw new Error('there is no such folder');
	return readlinkSync(path, ...more);
};
syncBuiltinESMExports();
