import type { WorkspacePath } from '../../workspace/index.ts';

/**
 * Who reads a document. `instructions`: an assistant; `contributor`: somebody who works on this project; `user`: somebody who uses it, so that
 * paths and scripts in it are often those of their own project.
 */
export type Readers = 'instructions' | 'contributor' | 'user';

const markdown = /\.(md|mdx|markdown|mdc)$|(^|\/)\.(cursorrules|windsurfrules|clinerules|roorules|goosehints)$/i;

/** Old names are right there: what was changed, decided, planned, or announced. */
const historyFiles =
  /(^|\/)(change[-_ ]?logs?|changes|history|news|releases?|release[-_]notes?|migrat\w*([-_.]\w+)*|upgrad\w*([-_.]\w+)*|breaking[-_]changes|roadmap|todo|deprecat\w*|security|authors|contributors|credits|thanks|licen[sc]e\w*|notice|third[-_]party\w*|code[-_]of[-_]conduct|backers|sponsors|adopters)([-_.][\w.-]*)?\.\w+$/i;
/** Reports that programs write. */
const generatedFiles = /\.api\.md$|(^|\/)(api-report|llms(-full)?)\./i;
const historyFolders =
  /(^|\/)(change[-_]?logs?|\.changesets?|changes|changelog\.d|newsfragments|news|releases?|release[-_]notes|blog|posts|_posts|adrs?|decisions|rfcs?|proposals|designs?|plans?|\.plans|archived?|(previous|old|older)[-_]versions?|legacy|deprecated|migrat\w*|upgrad\w*|versioned_docs|i18n)\//i;
/** Copied, generated, or there to be wrong. */
const foreignFolders =
  /(^|\/)(node_modules|bower_components|vendor|third[-_]?party|dist|build|out|target|coverage|\.git|fixtures?|__fixtures__|testdata|__snapshots__|__mocks__|templates?|template-[\w-]+|_templates|_themes|skeletons?|scaffold\w*|boilerplate\w*|cookiecutter\w*|site-packages|\.venv|venv)\//i;
const testFolders = /(^|\/)(tests?|__tests__|spec|e2e)\/.*\//i;

const instructionFiles =
  /(^|\/)(agents?|claude|claude\.local|gemini|warp|crush|conventions)\.md$|(^|\/)\.(cursor|claude|clinerules|windsurf|roo|kiro|junie|amazonq|continue|augment)\/|(^|\/)\.(cursorrules|windsurfrules|clinerules|roorules|goosehints)$|\.mdc$|(^|\/)\.github\/(copilot-instructions\.md$|instructions\/|prompts\/|chatmodes\/)/i;
const contributorFiles =
  /(^|\/)(contribut\w*|development|developing|develop|hacking|architecture|design|maintain\w*|testing|building|releasing)([-_.]\w+)*\.\w+$|(^|\/)\.github\//i;

/** Who reads a file of Markdown; `undefined` for what is none, and for one in which old names are right or that others wrote. */
export function readersOf(path: WorkspacePath): Readers | undefined {
  if (!markdown.test(path) || historyFiles.test(path) || historyFolders.test(path) || isForeign(path) || generatedFiles.test(path))
    return undefined;
  if (instructionFiles.test(path)) return 'instructions';
  if (testFolders.test(path)) return undefined;
  return contributorFiles.test(path) ? 'contributor' : 'user';
}

/** Whether a file was copied, generated, or is there to be wrong. */
export function isForeign(path: WorkspacePath): boolean {
  return foreignFolders.test(path);
}
