import { directoryOf, type WorkspacePath } from '../../../workspace/index.ts';
import { at, directoriesWith, type ProjectReader } from './project-reader.ts';
import { below, type Runner, word, words } from './runner.ts';

/** More names are harder to read than running the whole package. */
const maxNames = 4;

/** `go test` of the packages of the tests, and of their functions where these are few. https://pkg.go.dev/cmd/go#hdr-Test_packages (2026-11-22) */
export async function goRunner(reader: ProjectReader, file: WorkspacePath): Promise<Runner | undefined> {
  const [folder] = await directoriesWith(reader, directoryOf(file), /^go\.mod$/);
  if (folder === undefined) return undefined;
  return {
    id: `go ${folder}`,
    folder,
    file: at(folder, 'go.mod'),
    async command(tests) {
      if (tests.length === 0) return 'go test ./...';
      const directories = [...new Set(tests.map((test) => directoryOf(below(folder, test))))];
      const packages = directories.map((directory) => (directory === '' ? '.' : `./${directory}`));
      const texts = await Promise.all(tests.map((test) => reader.text(test)));
      const tags = [...new Set(texts.flatMap((text) => tagsOf(text)))];
      const names = texts.flatMap((text) => [...text.matchAll(/^func ((?:Test|Fuzz|Example)\w*)\(/gm)].map(([, name = '']) => name));
      // A file whose functions are not known is run with its package.
      const isKnown = texts.every((text) => /^func (?:Test|Fuzz|Example)\w*\(/m.test(text)) && names.length <= maxNames;
      const chosen = isKnown ? ` -run ${word(names.length === 1 ? `^${names[0] ?? ''}$` : `^(${names.join('|')})$`)}` : '';
      return `go test${tags.length === 0 ? '' : ` -tags ${word(tags.join(','))}`} ${words(packages)}${chosen}`;
    },
  };
}

/** The tag that a file wants, where it is only one. https://pkg.go.dev/cmd/go#hdr-Build_constraints */
function tagsOf(text: string): readonly string[] {
  const [, tag] = /^\/\/go:build ([a-z]\w*)[ \t]*$/m.exec(text) ?? [];
  return tag === undefined || /^(?:linux|darwin|windows|unix|amd64|arm64|cgo|go1\w*|ignore|race|gc)$/.test(tag) ? [] : [tag];
}
