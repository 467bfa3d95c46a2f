import { learnings } from '../layers/learnings.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'learnings',
  summary:
    'What is stored of this workspace: learnings by tier and type, which are out of date or say the same, what learning_gc would do, violations by type, and lines of the store that cannot be read.',
  limits: [
    'It changes nothing: `snap learnings gc --apply` (or the tool learning_gc) does.',
    'A learning without files is never called out of date.',
    'Whether a learning is right is not judged.',
  ],
  layers: [learnings],
} satisfies Mode;
