import { isShellWord } from '../../../system/index.ts';
import { directoryOf, fileNameOf, type WorkspacePath } from '../../../workspace/index.ts';
import { at, directoriesWith, type ProjectReader } from './project-reader.ts';
import { below, type Runner, words } from './runner.ts';

/** Tests of C, Tcl, Perl and the shell: a runner of the project's own, automake's list, prove, CTest, or a target of the Makefile. */
export async function makeRunner(reader: ProjectReader, file: WorkspacePath): Promise<Runner | undefined> {
  const found = (await tclRunner(reader, file)) ?? (await perlRunner(reader, file)) ?? (await batsRunner(reader, file));
  if (found !== undefined) return found;
  for (const folder of await directoriesWith(
    reader,
    directoryOf(file),
    /^(?:Makefile(?:\.am)?|makefile|GNUmakefile|CMakeLists\.txt|meson\.build)$/,
  )) {
    const runner = (await automakeRunner(reader, folder)) ?? (await targetRunner(reader, folder)) ?? (await cmakeRunner(reader, folder));
    if (runner !== undefined) return runner;
  }
  return undefined;
}

/** A script in the root that starts `tests/test_helper.tcl` or `tests/<name>/run.tcl`, as Redis and its relatives have. */
async function tclRunner(reader: ProjectReader, file: WorkspacePath): Promise<Runner | undefined> {
  if (!file.endsWith('.tcl') || !isShellWord(file)) return undefined;
  const scripts = (await reader.names('')).filter((name) => /^runtest[\w-]*$/.test(name));
  for (const script of scripts.toSorted()) {
    const text = await reader.text(script);
    const [, main] = /\s(tests\/[\w/]*\.tcl)\b/.exec(text) ?? [];
    if (main === undefined) continue;
    // The part of the path that the script's own tests begin with.
    const base = main === 'tests/test_helper.tcl' ? 'tests/' : `${directoryOf(main)}/tests/`;
    if (!file.startsWith(base) || (base === 'tests/' && /^tests\/\w+\/tests\//.test(file))) continue;
    const isListed = text.includes('--single ');
    const shared = await reader.text(main === 'tests/test_helper.tcl' ? main : 'tests/instances.tcl');
    // The helper lists the directories that it looks in.
    if (base === 'tests/' && !isListed && !new RegExp(String.raw`^\s*${directoryOf(file.slice(base.length))}\s*$`, 'm').test(shared))
      continue;
    if (isListed !== text.includes(`--single ${file.slice(base.length, -'.tcl'.length)}`) || !shared.includes('--single')) continue;
    return {
      id: `tcl ${script}`,
      folder: '',
      file: script,
      // A script that lists its tests runs all of them, whatever is added.
      command: (tests) =>
        [`./${script}`, ...(isListed ? [] : tests.map((test) => `--single ${test.slice(base.length, -'.tcl'.length)}`))].join(' '),
    };
  }
  return undefined;
}

/** https://perldoc.perl.org/prove (2026-11-22) */
async function perlRunner(reader: ProjectReader, file: WorkspacePath): Promise<Runner | undefined> {
  if (!file.endsWith('.t')) return undefined;
  const [folder] = await directoriesWith(reader, directoryOf(file), /^(?:Makefile\.PL|Build\.PL|cpanfile|dist\.ini|META\.json)$/);
  if (folder === undefined) return undefined;
  const mark = (await reader.names(folder)).find((name) => /^(?:Makefile\.PL|Build\.PL|cpanfile|dist\.ini|META\.json)$/.test(name)) ?? '';
  return {
    id: `prove ${folder}`,
    folder,
    file: at(folder, mark),
    command: (tests) => `prove -l${tests.length === 0 ? ' -r t' : ` ${words(tests.map((test) => below(folder, test)))}`}`,
  };
}

/** The file is a program of bats' own. https://bats-core.readthedocs.io/en/stable/usage.html (2026-11-22) */
async function batsRunner(reader: ProjectReader, file: WorkspacePath): Promise<Runner | undefined> {
  if (!file.endsWith('.bats') || !/^#!.*\bbats\b/.test(await reader.text(file))) return undefined;
  return { id: 'bats', folder: '', file, command: (tests) => `bats ${words(tests)}` };
}

/** The list TESTS of automake. https://www.gnu.org/software/automake/manual/html_node/Parallel-Test-Harness.html (2026-11-22) */
async function automakeRunner(reader: ProjectReader, folder: WorkspacePath): Promise<Runner | undefined> {
  const listed = [...(await reader.text(at(folder, 'Makefile.am'))).replaceAll(/\\\r?\n/g, ' ').matchAll(/^TESTS\s*\+?=(.*)$/gm)].flatMap(
    ([, list = '']) => list.split(/\s+/).filter((name) => name !== '' && isShellWord(name)),
  );
  if (listed.length === 0) return undefined;
  return {
    id: `automake ${folder}`,
    folder,
    file: at(folder, 'Makefile.am'),
    says: 'it lists its TESTS',
    async command(tests) {
      const chosen: string[] = [];
      for (const test of tests.map((one) => below(folder, one))) {
        const own = listed.filter((name) => name === test || name === test.replace(/\.\w+$/, ''));
        chosen.push(...(own.length > 0 ? own : await scriptsNaming(reader, folder, { listed, test })));
      }
      const names = [...new Set(chosen)];
      if (names.length === 0) return 'make check';
      return `make check TESTS=${names.length === 1 ? words(names) : `'${names.join(' ')}'`}`;
    },
  };
}

/** Scripts of the list that name a file: it is their data. */
async function scriptsNaming(
  reader: ProjectReader,
  folder: WorkspacePath,
  { listed, test }: { readonly listed: readonly string[]; readonly test: string },
): Promise<readonly string[]> {
  const name = fileNameOf(test);
  const naming: string[] = [];
  for (const script of listed.slice(0, 50)) if (hasWord(await reader.text(at(folder, script)), name)) naming.push(script);
  return naming;
}

function hasWord(text: string, name: string): boolean {
  const place = text.indexOf(name);
  return place !== -1 && !/[\w.-]/.test(text.charAt(place - 1)) && !/[\w-]/.test(text.charAt(place + name.length));
}

async function targetRunner(reader: ProjectReader, folder: WorkspacePath): Promise<Runner | undefined> {
  const file = (await reader.names(folder)).find((name) => /^(?:GNUm|[mM])akefile$/.test(name));
  if (file === undefined) return undefined;
  const text = await reader.text(at(folder, file));
  const target =
    ['test', 'check', 'tests'].find((name) => new RegExp(String.raw`^${name}\s*:(?!=)`, 'm').test(text)) ??
    (await passedOn(reader, folder, text));
  if (target === undefined) return undefined;
  return { id: `make ${folder}`, folder, file: at(folder, file), says: `target "${target}"`, command: () => `make ${target}` };
}

/** A Makefile that hands every target to the one of a directory. */
async function passedOn(reader: ProjectReader, folder: WorkspacePath, text: string): Promise<string | undefined> {
  if (!/^\.DEFAULT\s*:/m.test(text)) return undefined;
  for (const [, directory = ''] of text.matchAll(/^SUBDIRS\s*[:+?]?=\s*([\w./-]+)/gm)) {
    if (/^(?:test|check)\s*:(?!=)/m.test(await reader.text(at(folder, `${directory}/Makefile`)))) return 'test';
  }
  return undefined;
}

/** https://cmake.org/cmake/help/latest/manual/ctest.1.html (2026-11-22) */
async function cmakeRunner(reader: ProjectReader, folder: WorkspacePath): Promise<Runner | undefined> {
  const names = await reader.names(folder);
  if (
    names.includes('CMakeLists.txt') &&
    /\benable_testing\s*\(|\binclude\s*\(\s*CTest\s*\)/i.test(await reader.text(at(folder, 'CMakeLists.txt')))
  )
    return { id: `ctest ${folder}`, folder, file: at(folder, 'CMakeLists.txt'), command: () => 'ctest --test-dir build' };
  if (names.includes('meson.build') && /^\s*(?:test|project)\s*\(/m.test(await reader.text(at(folder, 'meson.build'))))
    return { id: `meson ${folder}`, folder, file: at(folder, 'meson.build'), command: () => 'meson test -C build' };
  return undefined;
}
