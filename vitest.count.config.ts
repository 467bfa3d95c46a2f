import { mergeConfig } from 'vitest/config';
import tests from './vitest.config.ts';
import storm from './vitest.storm.config.ts';
const base = process.env['STORM'] === '1' ? storm : tests;
export default mergeConfig(base, { test: { setupFiles: ['./count-setup.ts'] } });
