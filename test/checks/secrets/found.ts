import { textScanner, type FoundSecret } from '../../../src/checks/secrets/scan-text.ts';

const scan = textScanner();

/** What is found in a text, as the file of a path. */
export function found(text: string, path = 'src/app.ts'): readonly FoundSecret[] {
  return scan(Buffer.from(text), path).secrets;
}

/** `tier rule line`, one for each. */
export function summary(text: string, path?: string): readonly string[] {
  return found(text, path).map(({ tier, rule, line }) => `${tier} ${rule} ${line}`);
}
