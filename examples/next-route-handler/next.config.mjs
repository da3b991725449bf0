import lapidary from '@lapidary/unplugin/webpack';

export default {
	webpack(config, { nextRuntime }) {
		if (nextRuntime === 'nodejs') {
			// In front of what Next.js says of packages, which would load the runtime by import() in the middle of a module.
			config.externals.unshift(/^@lapidary\/runtime/);
			config.plugins.push(lapidary());
		}
		return config;
	},
};
