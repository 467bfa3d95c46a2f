import { directoryOf, type WorkspacePath } from '../../../workspace/index.ts';
import { at, directoriesWith, fileSaying, type ProjectReader } from './project-reader.ts';
import { below, type Runner, words } from './runner.ts';

const rspecIn: readonly (readonly [RegExp, RegExp])[] = [
  [/^\.rspec$/, /[\s\S]?/],
  [/^(?:Gemfile|Rakefile|.*\.gemspec)$/, /\brspec\b/],
];
const minitestIn: readonly (readonly [RegExp, RegExp])[] = [
  [/^Rakefile$/, /\b(?:Rake|Minitest)::TestTask\b/],
  [/^(?:Gemfile|Rakefile|.*\.gemspec)$/, /\b(?:minitest|test-unit)\b/],
  [/^Rakefile$/, /\btest\b/],
];

/** rspec, Rails, rake's task of tests, or ruby itself, as the files of the gem say. */
export async function rubyRunner(reader: ProjectReader, file: WorkspacePath): Promise<Runner | undefined> {
  const directories = await directoriesWith(reader, directoryOf(file), /^(?:Gemfile|Rakefile|\.rspec|.*\.gemspec)$/);
  const isSpec = file.endsWith('_spec.rb') || (/(?:^|\/)spec\//.test(file) && !/(?:^|\/)tests?\//.test(file));
  for (const folder of directories) {
    const bundle = (await reader.names(folder)).includes('Gemfile') || (await reader.names('')).includes('Gemfile') ? 'bundle exec ' : '';
    const rspec = isSpec ? await fileSaying(reader, folder, rspecIn) : undefined;
    if (rspec !== undefined) return rspecRunner(folder, bundle, rspec);
    const rails = await fileSaying(reader, at(folder, 'bin'), [[/^rails$/, /[\s\S]?/]]);
    if (rails !== undefined && !isSpec) return railsRunner(folder);
    const said = await fileSaying(reader, folder, minitestIn);
    if (said !== undefined) return testTaskRunner({ folder, bundle, said, rakefile: await reader.text(at(folder, 'Rakefile')) });
  }
  // Both are usual in a gem: what it names runs its tests, whatever they are called.
  for (const folder of directories) {
    const rspec = await fileSaying(reader, folder, rspecIn);
    if (rspec !== undefined) return rspecRunner(folder, 'bundle exec ', rspec);
  }
  return undefined;
}

/** https://rspec.info/documentation/3.13/rspec-core/ (2026-11-22) */
function rspecRunner(folder: WorkspacePath, bundle: string, said: string): Runner {
  return {
    id: `rspec ${folder}`,
    folder,
    file: at(folder, said),
    command: (tests) => `${bundle}rspec${tests.length === 0 ? '' : ` ${words(tests.map((test) => below(folder, test)))}`}`,
  };
}

/** https://guides.rubyonrails.org/testing.html#the-rails-test-runner (2026-11-22) */
function railsRunner(folder: WorkspacePath): Runner {
  return {
    id: `rails ${folder}`,
    folder,
    file: at(folder, 'bin/rails'),
    command: (tests) => `bin/rails test${tests.length === 0 ? '' : ` ${words(tests.map((test) => below(folder, test)))}`}`,
  };
}

interface TestTask {
  readonly folder: WorkspacePath;
  readonly bundle: string;
  readonly said: string;
  readonly rakefile: string;
}

/** One file is given to rake by TEST; minitest's own task has no such setting. https://ruby.github.io/rake/Rake/TestTask.html (2026-11-22) */
function testTaskRunner({ bundle, folder, rakefile, said }: TestTask): Runner {
  const [, own = 'test'] = /\bRake::TestTask\.new\s*\(?\s*[:'"]+([\w:]+)/.exec(rakefile) ?? [];
  const [all] = /^\s*(?:multi)?task\s*\(?[:'"]*test\b/m.test(rakefile) ? ['test'] : [own];
  const hasRakeTask = /\bRake::TestTask\.new\b/.test(rakefile);
  return {
    id: `minitest ${folder}`,
    folder,
    file: at(folder, said),
    command(tests) {
      const files = tests.map((test) => below(folder, test));
      if (files.length === 0) return `${bundle}rake ${hasRakeTask ? all : 'test'}`;
      if (files.length === 1 && hasRakeTask) return `${bundle}rake ${own} TEST=${words(files)}`;
      if (files.length === 1) return `${bundle}ruby -Ilib -Itest ${words(files)}`;
      return `${bundle}ruby -Ilib -Itest -e 'ARGV.each { |file| require File.expand_path(file) }' ${words(files)}`;
    },
  };
}
