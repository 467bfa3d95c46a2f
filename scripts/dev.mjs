// `npm run dev`: dist/ follows src/ while you work.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { context } from 'esbuild';
import { bundling } from './bundling.mjs';

const build = fileURLToPath(new URL('build.mjs', import.meta.url));

/** esbuild notices the change; how the program is made is build.mjs's to know. */
const rebuild = {
  name: 'rebuild',
  setup({ onEnd }) {
    onEnd(({ errors }) => {
      if (errors.length > 0) return;
      const { status } = spawnSync(process.execPath, [build], { stdio: 'inherit' });
      console.log(`${new Date().toLocaleTimeString()} ${status === 0 ? 'built' : 'not built'}`);
    });
  },
};

const watching = await context({ ...bundling, write: false, logLevel: 'warning', plugins: [...bundling.plugins, rebuild] });
await watching.watch();
