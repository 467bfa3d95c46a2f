import { core, type System } from '../core.ts';

/** Paths of the package manager of Ubuntu: https://snapcraft.io/docs/installing-snapd (2026-11-23). */
const snapd = /^\/(?:usr\/)?(?:bin|lib\/snapd|snap\/bin|snap\/snapd\/.*)\/snap$/;

/** What a program with a name of snap's is, as far as its files say: starts nothing. `undefined` where they do not. */
export async function describeOther(system: System, path: string): Promise<string | undefined> {
  const target = (await system.look(path))?.target ?? path;
  const bytes = await system.readStart(target, 4);
  const isBinary = bytes !== undefined && (Buffer.from(bytes).toString('latin1') === '\x7fELF' || bytes.includes(0));
  if (isBinary && [path, target].some((one) => snapd.test(one))) return "Ubuntu's package manager";
  const [, name] = /node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(target) ?? [];
  if (name !== undefined) return `of the npm package ${name}`;
  if (target !== path) return `leads to ${(await core.system()).displayPath(target, system)}`;
  return isBinary ? 'a compiled program' : undefined;
}
