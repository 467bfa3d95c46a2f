import { docs } from '../layers/docs.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'docs',
  summary: 'What README, docs and rules of assistants name that does not exist any more: files, links, scripts, flags, names of code.',
  layers: [docs],
} satisfies Mode;
