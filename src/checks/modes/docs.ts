import { docs } from '../layers/docs.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'docs',
  summary:
    'What README, docs and rules of assistants name that does not exist any more: files, links, headings, scripts, targets of make, flags, names of code, variables of the environment.',
  limits: [
    'Links to other sites are not followed.',
    'A name that the code of the project never had is taken for one of another project or an example, and not reported.',
    'A name that an example imports from another package, and a member of such a name, are not judged.',
    'A script or a file that never existed is reported in lines that are not committed yet, and in files for assistants and contributors; elsewhere it is taken for one of the reader.',
    'Documents above the workspace are not read. Lines of more than 10,000 characters are left out, and a document that takes more than a second is named and left.',
    'A name that still occurs anywhere in the code counts as existing, also when it means something else there.',
    'Without git, or where earlier commits are missing (a shallow or a partial clone), only broken links, missing headings, scripts and files next to existing ones are found.',
    'Changelogs, migration guides, decisions, and lines that speak of what was renamed or removed are not judged.',
  ],
  layers: [docs],
} satisfies Mode;
