import { cleanLine } from '../system/index.ts';
import type { Risk, RiskOfFiles } from './vitals.ts';
import { nameParts } from './name-parts.ts';

type Weight = 'high' | 'medium';

interface Area {
  readonly name: string;
  readonly weight: Weight;
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
  { name: 'auth', weight: 'high', words: ['auth', 'authentication', 'authorization', 'login', 'session', 'oauth', 'permission'] },
  { name: 'payment', weight: 'high', words: ['payment', 'stripe', 'billing', 'checkout'] },
  { name: 'security', weight: 'high', words: ['security', 'crypto', 'secret', 'token'], files: /^\.env(\..*)?$/ },
  { name: 'database', weight: 'medium', words: ['database', 'migration', 'schema', 'sql', 'prisma'] },
  {
    name: 'config',
    weight: 'medium',
    words: ['config'],
    files: new RegExp(`${settingFiles.source}|${lockFiles.source}`),
    paths: ciFiles,
  },
  { name: 'api', weight: 'medium', words: ['api', 'route', 'controller', 'endpoint'] },
];

// A quick first test: most files of a large change are in no area, and this test is ten times faster than the others.
const anySign = new RegExp(
  `${areas.flatMap(({ words }) => words).join('|')}|\\.env|package|tsconfig|lock|docker|compose|shrinkwrap|go\\.sum|github|circleci|gitlab|jenkins|azure`,
  'i',
);

/** Beyond this many files, one in an area of high risk makes the change critical. */
const manyFiles = 20;

/** How risky it is to change these files, by the parts of their paths. Low when no area is touched. */
export function riskOf(files: readonly string[]): RiskOfFiles {
  const signs = files.filter((file) => anySign.test(file)).map((file) => ({ file, parts: nameParts(file) }));
  const touched = areas
    .map((area) => ({ area, files: signs.filter(({ file, parts }) => isIn(area, file, parts)).map(({ file }) => file) }))
    .filter(({ files: inIt }) => inIt.length > 0);
  const high = touched.filter(({ area }) => area.weight === 'high');
  const hasDatabase = touched.some(({ area }) => area.name === 'database');
  const isCritical = high.length >= 2 || (high.length === 1 && (hasDatabase || files.length > manyFiles));
  const risk: Risk = isCritical ? 'C' : high.length === 1 ? 'H' : touched.length > 0 ? 'M' : 'L';
  const reasons = touched.map(({ area, files: inIt }) => {
    const more = inIt.length === 1 ? '' : ` and ${inIt.length - 1} more`;
    return `${area.name}: ${shownName(inIt[0] ?? '')}${more}`;
  });
  const isMany = high.length === 1 && files.length > manyFiles;
  return { risk, reasons: isMany ? [...reasons, `many: ${files.length} files at once`] : reasons };
}

/** Whether a change of this file reaches beyond it: settings, locked versions, database schemas, container files. */
export function isCriticalFile(file: string): boolean {
  if (!anySign.test(file)) return false;
  const name = fileName(file);
  return settingFiles.test(name) || lockFiles.test(name) || nameParts(file).some((part) => part === 'migration' || part === 'schema');
}

function isIn(area: Area, file: string, parts: readonly string[]): boolean {
  if (area.files?.test(fileName(file)) === true || area.paths?.test(file.toLowerCase()) === true) return true;
  return parts.some((part) => area.words.includes(part));
}

function fileName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).toLowerCase();
}

/** File names may contain anything: one line, without characters that hide or reorder text. */
function shownName(file: string): string {
  const plain = cleanLine(file);
  return plain.length > 120 ? `…${plain.slice(-119)}` : plain;
}
