import type { TypesDiagnostic } from '../hosts/messages.ts';

/**
 * "Output file has not been built from source file" and "Referenced project must have setting composite": reported where a file imports, and
 * about the configuration. https://github.com/microsoft/TypeScript/blob/v5.9.3/src/compiler/diagnosticMessages.json
 */
const aboutReferences: readonly number[] = [6305, 6306];
/** An option that was removed or is deprecated in this version, or a value of one. */
const aboutRemoved: readonly number[] = [5101, 5102, 5107, 5108];

/**
 * Whether a message says that the compiler does not accept its configuration (a message about a tsconfig.json, or about no file at all): then it has
 * not checked the code, or not as it is meant.
 */
export function isConfigError({ code, file }: TypesDiagnostic): boolean {
  return aboutReferences.includes(code) || file === undefined || /(^|[\\/])[jt]sconfig[^\\/]*\.json$/.test(file);
}

/** In a sentence without its end: what the compiler says of the configuration, and what follows from that. */
export function configReason({ code, message }: TypesDiagnostic, config: string, version: string | undefined): string {
  const [line = ''] = message.split('\n', 1);
  const why = aboutRemoved.includes(code)
    ? `; the config needs an older TypeScript than ${version ?? 'the installed one'}, or a change of that option`
    : aboutReferences.includes(code)
      ? '; a project it refers to is not built'
      : '';
  return `TypeScript does not accept ${config}, so nothing was checked: TS${code}: ${line.replace(/\.$/, '')}${why}`;
}
