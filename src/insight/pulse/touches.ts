import { fileNameOf, nameParts } from '../../workspace/index.ts';

interface Area {
  readonly name: string;
  /** Parts of names, in the singular. */
  readonly words: readonly string[];
  /** Whole names of files, in lower case. */
  readonly files?: RegExp;
  readonly paths?: RegExp;
}

const settingFiles = /^(\.env(\..*)?|package\.json|tsconfig([.-].*)?\.json|dockerfile(\..*)?|docker-compose.*\.ya?ml|compose\.ya?ml)$/;
const lockFiles =
  /^(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|cargo\.lock|poetry\.lock|uv\.lock|pipfile\.lock|gemfile\.lock|composer\.lock|go\.sum)$/;
const ciFiles = /(^|\/)(\.github\/workflows\/|\.circleci\/|\.gitlab-ci\.ya?ml$|jenkinsfile$|azure-pipelines.*\.ya?ml$)/;

const areas: readonly Area[] = [
  { name: 'auth', words: ['auth', 'authentication', 'authorization', 'login', 'session', 'oauth', 'permission'] },
  { name: 'payment', words: ['payment', 'stripe', 'billing', 'checkout'] },
  { name: 'security', words: ['security', 'crypto', 'secret', 'token'], files: /^\.env(\..*)?$/ },
  { name: 'database', words: ['database', 'migration', 'schema', 'sql', 'prisma'] },
  {
    name: 'config',
    words: ['config'],
    files: new RegExp(`${settingFiles.source}|${lockFiles.source}`),
    paths: ciFiles,
  },
  { name: 'api', words: ['api', 'route', 'controller', 'endpoint'] },
];

// A quick first test: most files of a large change are in no area, and this test is ten times faster than the others.
const anySign = new RegExp(
  `${areas.flatMap(({ words }) => words).join('|')}|\\.env|package|tsconfig|lock|docker|compose|shrinkwrap|go\\.sum|github|circleci|gitlab|jenkins|azure`,
  'i',
);

/** A part of a program that files belong to by the words in their paths. */
export interface Touched {
  readonly area: string;
  /** How many of the files. */
  readonly files: number;
}

/** The areas these files belong to by their names. Names say what a change is about, and nothing of its risk. */
export function touchesOf(files: readonly string[]): readonly Touched[] {
  const signs = files.filter((file) => anySign.test(file)).map((file) => ({ file, parts: nameParts(file) }));
  return areas
    .map((area) => ({ area: area.name, files: signs.filter(({ file, parts }) => isIn(area, file, parts)).length }))
    .filter(({ files: inIt }) => inIt > 0);
}

/** Whether a change of this file reaches beyond it: settings, locked versions, database schemas, container files. */
export function isCriticalFile(file: string): boolean {
  if (!anySign.test(file)) return false;
  const name = lowerName(file);
  return settingFiles.test(name) || lockFiles.test(name) || nameParts(file).some((part) => part === 'migration' || part === 'schema');
}

function isIn(area: Area, file: string, parts: readonly string[]): boolean {
  if (area.files?.test(lowerName(file)) === true || area.paths?.test(file.toLowerCase()) === true) return true;
  return parts.some((part) => area.words.includes(part));
}

function lowerName(file: string): string {
  return fileNameOf(file).toLowerCase();
}
