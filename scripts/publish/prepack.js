// Runs before a package is packed: writes its published form into the folder that `publishConfig.directory` names.
import path from 'node:path';
import process from 'node:process';
import { PUBLISHED, readManifest, stagePackage } from './stage.js';

const name = PUBLISHED.find((one) => one === path.basename(process.cwd()));
if (name === undefined)
	throw new Error(`${process.cwd()} is not the folder of a published package`);
const { publishConfig } = readManifest(name);
await stagePackage(name, path.resolve(String(publishConfig?.directory)));
