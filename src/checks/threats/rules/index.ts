import type { Threat } from '../threat.ts';
import assistantInstructions from './assistant-instructions.ts';
import disabledTls from './disabled-tls.ts';
import dynamicCode from './dynamic-code.ts';
import hiddenText from './hidden-text.ts';
import installScripts from './install-scripts.ts';
import shellCommand from './shell-command.ts';

/** Every kind of dangerous code that is looked for. A file is added here and nowhere else. */
export const threats: readonly Threat[] = [assistantInstructions, disabledTls, dynamicCode, hiddenText, installScripts, shellCommand];
