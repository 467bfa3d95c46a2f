import { it } from 'vitest';
import { readFileSync } from 'node:fs';
import { temporaryHome } from '../../support/temporary-home.ts';
import { play } from './rules-history.ts';
it('case', async () => {
  const home = temporaryHome({ inMemory: true });
  await play(JSON.parse(readFileSync('/tmp/case.json','utf8')), home.at('1'), { restores: 0, deleted: 0, named: 0, exact: 0 });
}, 100000);
