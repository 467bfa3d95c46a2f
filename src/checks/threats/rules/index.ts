import type { Threat } from '../threat.ts';
import assistantInstructions from './assistant-instructions.ts';
import disabledTls from './disabled-tls.ts';
import dynamicCode from './dynamic-code.ts';
import hiddenText from './hidden-text.ts';
import htmlText from './html-text.ts';
import installScripts from './install-scripts.ts';
import requestPath from './request-path.ts';
import shellCommand from './shell-command.ts';
import sqlText from './sql-text.ts';
import unsafeData from './unsafe-data.ts';
import weakCrypto from './weak-crypto.ts';

/** Every kind of dangerous code that is looked for. A file is added here and nowhere else. */
export const threats: readonly Threat[] = [
  assistantInstructions,
  disabledTls,
  dynamicCode,
  hiddenText,
  htmlText,
  installScripts,
  requestPath,
  shellCommand,
  sqlText,
  unsafeData,
  weakCrypto,
];
