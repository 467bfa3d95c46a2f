import { failureCode } from '../failures.ts';
import { errorFirstLine } from '../thrown.ts';

/** A native package cannot be used here; `message` says which, why, and what to do. */
export class MissingBinding extends Error {}

/**
 * Loads a package with native code: `nativePackage('oxc-parser', () => import('oxc-parser'))`. All of them are optional dependencies: without them the
 * rest of the program works.
 * @throws MissingBinding where npm has left it out, or has no program of it for this platform.
 */
export async function nativePackage<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const platform = `${process.platform} ${process.arch}`;
    const isAbsent = /^(?:ERR_)?MODULE_NOT_FOUND$/.test(failureCode(error) ?? '') || /native binding/i.test(errorFirstLine(error));
    throw new MissingBinding(
      isAbsent
        ? `the parser is not installed (${name} for ${platform}): install snap again with its optional packages, "npm install --include=optional"`
        : `the parser cannot be loaded (${name} on ${platform}): ${errorFirstLine(error)}`,
    );
  }
}
