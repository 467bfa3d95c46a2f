// Makes media/icon.png of media/icon.svg, for the lists of extensions: `node packages/vscode/make-icon.mjs`
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { install } from './test/editor/install.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const { chromium } = await install((line) => console.log(line));
const { chromium: driver } = await import('./test/editor/node_modules/playwright-core/index.mjs');
const browser = await driver.launch({ executablePath: chromium, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 256, height: 256 } });
  await page.setContent(`<style>*{margin:0}svg{display:block}</style>${readFileSync(here('media/icon.svg'), 'utf8')}`);
  await page.screenshot({ path: here('media/icon.png'), omitBackground: true });
} finally {
  await browser.close();
}
