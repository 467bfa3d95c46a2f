import { nativePackage } from '../../system/index.ts';
import { exportedValue } from '../architecture/literal-config.ts';
import { examineFiles } from '../files/examine-files.ts';

/** What a configuration that is a program exports, as far as it holds plain values. */
export interface ConfigValue {
  readonly value: unknown;
  /** Whether nothing of it depends on code. */
  readonly isWhole: boolean;
}

/** The job `checks/read-configs`: the configuration is parsed and not run. */
export default examineFiles<undefined, ConfigValue>(async () => {
  const { parseSync } = await nativePackage('oxc-parser', async () => import('oxc-parser'));
  return (path, text) => {
    const { errors, program } = parseSync(path, text);
    const read = errors.length === 0 ? exportedValue(program) : undefined;
    // Nothing else of it can be sent to another process.
    return read === undefined ? undefined : { value: read.value, isWhole: read.isWhole };
  };
});
