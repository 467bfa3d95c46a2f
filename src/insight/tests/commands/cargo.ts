import { directoryOf, type WorkspacePath } from '../../../workspace/index.ts';
import { at, directoriesWith, type ProjectReader } from './project-reader.ts';
import { below, type Runner } from './runner.ts';

const plainName = /^[\w-]+$/;

/** Where a file is run by cargo: options for its target, and the modules to choose in it. */
interface Target {
  readonly options: string;
  readonly filter?: string | undefined;
  /** Whether it has modules of its own, which are run together. */
  readonly hasModules?: boolean;
}

/** `cargo test` of the target that a file belongs to. https://doc.rust-lang.org/cargo/commands/cargo-test.html (2026-11-22) */
export async function cargoRunner(reader: ProjectReader, file: WorkspacePath): Promise<Runner | undefined> {
  const directories = await directoriesWith(reader, directoryOf(file), /^Cargo\.toml$/);
  const [folder] = directories;
  if (folder === undefined) return undefined;
  const manifest = await reader.text(at(folder, 'Cargo.toml'));
  const name = /^\s*\[package\][^[]*?^\s*name\s*=\s*"([\w-]+)"/ms.exec(manifest)?.[1];
  const root = directories.at(-1) ?? folder;
  const isMember = root !== folder && name !== undefined && /^\s*\[workspace\]/m.test(await reader.text(at(root, 'Cargo.toml')));
  const home = isMember ? root : folder;
  const ofPackage = isMember && name !== undefined ? ` -p ${name}` : '';
  const target = await targetOf(reader, { manifest, folder }, below(folder, file));
  return {
    id: `cargo ${folder} ${target?.filter !== undefined || target?.hasModules === true ? target.options : 'targets'}`,
    folder: home,
    file: at(folder, 'Cargo.toml'),
    async command(tests) {
      const targets = await Promise.all(tests.map((test) => targetOf(reader, { manifest, folder }, below(folder, test))));
      const options = [...new Set(targets.flatMap((one) => (one === undefined ? [] : [one.options])))].join('');
      const filters = [...new Set(targets.flatMap((one) => one?.filter ?? []))];
      // Several filters are taken behind the dashes.
      const chosen =
        filters.length === 0 || targets.some((one) => one?.filter === undefined)
          ? ''
          : filters.length === 1
            ? ` ${filters[0] ?? ''}`
            : ` -- ${filters.join(' ')}`;
      return `cargo test${ofPackage}${options}${chosen}`;
    },
  };
}

/** @param path from the folder of the package. */
async function targetOf(
  reader: ProjectReader,
  { folder, manifest }: { readonly folder: WorkspacePath; readonly manifest: string },
  path: string,
): Promise<Target | undefined> {
  const declared = [...manifest.matchAll(/^\s*\[\[test\]\]([^[]*)/gm)].map(([, table = '']) => ({
    name: /^\s*name\s*=\s*"([\w-]+)"/m.exec(table)?.[1],
    path: /^\s*path\s*=\s*"([^"]+)"/m.exec(table)?.[1],
  }));
  for (const one of declared) {
    if (one.name === undefined) continue;
    const main = one.path ?? `tests/${one.name}.rs`;
    if (main === path) return { options: ` --test ${one.name}`, hasModules: true };
    const directory = directoryOf(main);
    // A file beside it, or in a directory beside it, is a module of it where it says so.
    if (directory !== '' && path.startsWith(`${directory}/`)) {
      const inside = path.slice(directory.length + 1).replace(/(?:\/mod)?\.rs$/, '');
      const [first = ''] = inside.split('/');
      if (new RegExp(String.raw`^\s*(?:pub\s+)?mod\s+${first.replaceAll(/\W/g, '')}\s*;`, 'm').test(await reader.text(at(folder, main))))
        return { options: ` --test ${one.name}`, filter: `${inside.replaceAll('/', '::')}::` };
    }
  }
  const [, single] = /^tests\/([^/]+?)(?:\/main)?\.rs$/.exec(path) ?? [];
  if (single !== undefined && plainName.test(single) && !single.startsWith('-')) {
    const owner = await ownerOf(reader, at(folder, 'tests'), single);
    return owner === undefined ? { options: ` --test ${single}` } : { options: ` --test ${owner}`, filter: `${single}::` };
  }
  const [, dir, inner = ''] = /^tests\/([\w-]+)\/(.+)\.rs$/.exec(path) ?? [];
  if (dir !== undefined && (await reader.names(at(folder, `tests/${dir}`))).includes('main.rs'))
    return { options: ` --test ${dir}`, filter: `${inner.replace(/\/mod$/, '').replaceAll('/', '::')}::` };
  const [, module] = /^src\/(.+)\.rs$/.exec(path) ?? [];
  if (module === undefined || !/^[\w/]+$/.test(module)) return undefined;
  const isBin = module === 'main' || !(await reader.names(at(folder, 'src'))).includes('lib.rs');
  const filter = /^(?:lib|main)$/.test(module) ? undefined : `${module.replace(/\/mod$/, '').replaceAll('/', '::')}::`;
  return { options: isBin ? '' : ' --lib', filter };
}

/** The only file of the directory of tests that takes this one as its module: then that is the target. */
async function ownerOf(reader: ProjectReader, directory: WorkspacePath, name: string): Promise<string | undefined> {
  for (const main of ['tests.rs', 'integration.rs', 'lib.rs', 'main.rs', 'all.rs']) {
    if (main === `${name}.rs` || !(await reader.names(directory)).includes(main)) continue;
    if (new RegExp(String.raw`^\s*(?:pub\s+)?mod\s+${name}\s*;`, 'm').test(await reader.text(at(directory, main))))
      return main.replace(/\.rs$/, '');
  }
  return undefined;
}
