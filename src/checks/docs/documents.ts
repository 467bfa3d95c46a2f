import type { WorkspacePath } from '../../workspace/index.ts';
import { parseAdoc, parseRst } from './parse-rst.ts';
import { parseMarkdown } from './parse-markdown.ts';
import type { ParsedDocument } from './passages.ts';

/**
 * Who reads a document. `instructions`: an assistant; `contributor`: somebody who works on this project; `user`: somebody who uses it, so that
 * paths and scripts in it are often those of their own project.
 */
export type Readers = 'instructions' | 'contributor' | 'user';

export interface DocumentKind {
  readonly format: 'markdown' | 'rst' | 'adoc';
  readonly readers: Readers;
}

const formats: readonly (readonly [RegExp, DocumentKind['format']])[] = [
  [/\.(md|mdx|markdown|mdc)$/i, 'markdown'],
  [/(^|\/)\.(cursorrules|windsurfrules|clinerules|roorules|goosehints)$/, 'markdown'],
  [/\.rst$/i, 'rst'],
  [/\.(adoc|asciidoc)$/i, 'adoc'],
];

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

/** What a file is as a document; `undefined` for one that is none, and for one in which old names are right or that others wrote. */
export function documentKind(path: WorkspacePath): DocumentKind | undefined {
  const format = formats.find(([pattern]) => pattern.test(path))?.[1];
  if (format === undefined || isHistoryDocument(path) || isForeign(path) || generatedFiles.test(path)) return undefined;
  if (instructionFiles.test(path)) return { format, readers: 'instructions' };
  if (testFolders.test(path)) return undefined;
  return { format, readers: contributorFiles.test(path) ? 'contributor' : 'user' };
}

/** Texts of a project that are no code: what only they name does not exist. */
export function isProse(path: WorkspacePath): boolean {
  return (
    /\.(mdx?|markdown|mdc|rst|adoc|asciidoc|txt|html?|svg|po|pot|ipynb|[1-9])$/i.test(path) ||
    formats.some(([pattern]) => pattern.test(path))
  );
}

/** Whether a file was copied, generated, or is there to be wrong. */
export function isForeign(path: WorkspacePath): boolean {
  return foreignFolders.test(path);
}

function isHistoryDocument(path: WorkspacePath): boolean {
  return historyFiles.test(path) || historyFolders.test(path);
}

/** @param isOver says that there is no time left: what was read until then is the answer. */
export function parseDocument(text: string, format: DocumentKind['format'], isOver: () => boolean = () => false): ParsedDocument {
  switch (format) {
    case 'markdown':
      return parseMarkdown(text, isOver);
    case 'rst':
      return parseRst(text, isOver);
    case 'adoc':
      return parseAdoc(text, isOver);
    default:
      return format satisfies never;
  }
}
