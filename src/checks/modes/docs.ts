import { docs } from '../layers/docs.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'docs',
  summary:
    'What README, docs and rules of assistants name that does not exist any more: links and headings, files and directories, scripts of package.json, targets of make, just, task and deno.',
  limits: [
    'Markdown and MDX only. Links to other sites are not followed.',
    'Names of code, flags and variables of the environment are not judged.',
    'A script or a file that never existed is reported in lines that are not committed yet, and in files for assistants and contributors; elsewhere it is taken for one of the reader.',
    'Documents above the workspace are not read. Lines of more than 10,000 characters are left out, and a document that names more than 20,000 things is compared in part and named.',
    'Without git, or where earlier commits are missing (a shallow or a partial clone), only broken links, missing headings, scripts and files next to existing ones are found.',
    'Changelogs, migration guides, decisions, and lines that speak of what was renamed or removed are not judged.',
  ],
  layers: [docs],
} satisfies Mode;
