import type { Setup } from '../../setup.ts';

/** The directories that Apple's developer tools name by the version of their Python, which /usr/bin/python3 starts; to be listed. */
export const applePythonPlaces: readonly string[] = [
  '/Library/Developer/CommandLineTools/Library/Frameworks/Python3.framework/Versions',
  '/Applications/Xcode.app/Contents/Developer/Library/Frameworks/Python3.framework/Versions',
];

/** The version of /usr/bin/python3, with three numbers; `undefined` where the tools are not installed. */
export function applePython({ listings }: Pick<Setup, 'listings'>): string | undefined {
  for (const path of applePythonPlaces) {
    const version = (listings.get(path) ?? []).find((name) => /^\d+\.\d+$/.test(name));
    if (version !== undefined) return `${version}.0`;
  }
  return undefined;
}
