import { nativePackage } from '../../system/index.ts';
import { examineFiles } from '../files/examine-files.ts';
import { type SlowCode, slowCode } from './slow-code.ts';

/** The job `checks/find-slow-code`. */
export default examineFiles<undefined, readonly SlowCode[]>(async () => {
  const { parseSync } = await nativePackage('oxc-parser', async () => import('oxc-parser'));
  return (path, text) => {
    // `.js` may hold JSX; a file that does not parse is the matter of another layer.
    const { errors, program } = path.endsWith('.js') ? parseSync(path, text, { lang: 'jsx' }) : parseSync(path, text);
    const found = errors.length === 0 ? slowCode(program, text) : [];
    return found.length === 0 ? undefined : found;
  };
});
