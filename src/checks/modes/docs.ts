import { docs } from '../layers/docs.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'docs',
  summary:
    'What README, docs and rules of assistants name that does not exist any more: files, links, headings, scripts, targets of make, flags, names of code, variables of the environment.',
  limits: [
    'Links to other sites are not followed.',
    'A name that the code of the project never had is taken for one of another project or an example, and not reported.',
    'A name that still occurs anywhere in the code counts as existing, also when it means something else there.',
    'Without git, or in a shallow clone, only broken links, missing headings, scripts and files next to existing ones are found.',
    'Changelogs, migration guides, decisions, and lines that speak of what was renamed or removed are not judged.',
  ],
  layers: [docs],
} satisfies Mode;
