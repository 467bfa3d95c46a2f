import { SnapError } from '../../system/index.ts';
import type { Mode } from '../mode.ts';
import { whatWorks } from '../mode-names.ts';

export default {
  id: 'trace',
  summary: 'Not implemented in this version; the answer is an error that says so.',
  limits: ['It examines nothing: ask for quick or full.'],
  layers: [
    {
      name: 'trace',
      needs: [],
      find(_, { about }) {
        throw new SnapError('not-implemented', `mode "trace" is not implemented in v${about.version}.`, {
          hint: whatWorks,
        });
      },
    },
  ],
} satisfies Mode;
