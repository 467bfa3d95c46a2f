/**
 * Which build of snap a program is: its version and when its file was written, such as `0.1.0+20261122T163000`. Compared only to decide which of two
 * daemons of the same protocol stays.
 */
export function buildOf(version: string, programWrittenMs: number | undefined): string {
  if (programWrittenMs === undefined) return version;
  const written = new Date(programWrittenMs).toISOString().replaceAll(/[-:]|\.\d+Z$/g, '');
  return `${version}+${written}`;
}

/** Whether the second build is certainly newer. Where two builds cannot be compared, neither is newer, so that they do not replace each other again and again. */
export function isNewer(known: string, other: string): boolean {
  const [one, two] = [partsOf(known), partsOf(other)];
  if (one === undefined || two === undefined) return false;
  for (const [i, number] of one.version.entries()) {
    const difference = (two.version[i] ?? 0) - number;
    if (difference !== 0) return difference > 0;
  }
  // A version with a suffix (1.0.0-beta.1) comes before the one without.
  if (one.suffix !== two.suffix) return two.suffix === '' || (one.suffix !== '' && two.suffix > one.suffix);
  return one.written !== '' && two.written > one.written;
}

interface BuildParts {
  readonly version: readonly number[];
  readonly suffix: string;
  readonly written: string;
}

function partsOf(build: string): BuildParts | undefined {
  const [, major, minor, patch, suffix = '', written = ''] =
    /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([\w.-]*))?(?:\+(\d{8}T\d{6}))?$/.exec(build) ?? [];
  return major === undefined ? undefined : { version: [Number(major), Number(minor), Number(patch)], suffix, written };
}
