// Runs before a package is published. A package folder holds the sources, not the package: `npm publish` there would publish a
// README whose links lead nowhere and, for the runtime, modules that each thread would load one by one.
import process from 'node:process';

if (process.env.LAPIDARY_RELEASE !== '1') {
	console.error(
		'This folder is not what is published. `npm run release` in the root of the repository publishes all packages together,\n' +
			'`npm run pack -- <folder>` writes their tarballs. CONTRIBUTING.md, "Releasing", says more.',
	);
	process.exitCode = 1;
}
