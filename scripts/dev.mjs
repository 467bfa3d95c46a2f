// `npm run dev`: dist/ follows src/ while you work.
import { context } from 'esbuild';
import { bundling } from './bundling.mjs';

const watching = await context({ ...bundling, logLevel: 'info' });
await watching.watch();
