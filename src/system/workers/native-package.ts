import { errorFirstLine } from '../thrown.ts';

/** A native package cannot be used here; `message` says which and why. */
export class MissingBinding extends Error {}

/**
 * Loads a package with native code: `nativePackage('oxc-parser', () => import('oxc-parser'))`.
 * @throws MissingBinding where npm has installed no program for this platform, or left optional packages out.
 */
export async function nativePackage<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const said = errorFirstLine(error);
    throw new MissingBinding(`${name} cannot be loaded on ${process.platform} ${process.arch}: ${said}`);
  }
}
