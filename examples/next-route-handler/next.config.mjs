import { withLapidary } from '@lapidary/unplugin/next';

export default withLapidary({});
