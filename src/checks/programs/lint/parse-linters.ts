import { isRecord, jsonIn, textIn } from '../../../system/index.ts';
import type { CheckFinding } from '../../report.ts';

/** A finding whose path is as the linter wrote it: absolute, or from the directory in which it was started. */
export type LintFinding = CheckFinding & { readonly file: string };

/** https://eslint.org/docs/latest/integrate/nodejs-api#-lintresult-type */
export function parseEslint(results: readonly unknown[]): readonly LintFinding[] {
  return results.flatMap((result) => {
    const file = isRecord(result) ? textIn(result['filePath']) : undefined;
    const messages = isRecord(result) && Array.isArray(result['messages']) ? result['messages'] : [];
    return file === undefined ? [] : messages.flatMap((message: unknown) => eslintFinding(file, message));
  });
}

function eslintFinding(file: string, message: unknown): readonly LintFinding[] {
  if (!isRecord(message)) return [];
  const text = textIn(message['message']) ?? '';
  const rule = textIn(message['ruleId']);
  // That a named file is ignored is no problem of the file.
  if (rule === undefined && message['fatal'] !== true && text.startsWith('File ignored')) return [];
  const severity = message['severity'] === 2 ? 'error' : 'warning';
  return [
    {
      file,
      line: numberIn(message['line']),
      column: numberIn(message['column']),
      severity,
      rule: rule ?? (message['fatal'] === true ? 'syntax' : 'eslint'),
      message: text,
      source: 'eslint',
      fix: message['fix'] === undefined ? undefined : 'eslint --fix corrects it.',
    },
  ];
}

/** https://oxc.rs/docs/guide/usage/linter/output-formats */
export function parseOxlint(output: string): readonly LintFinding[] | undefined {
  const said = jsonIn(output);
  const diagnostics = isRecord(said) ? said['diagnostics'] : undefined;
  if (!Array.isArray(diagnostics)) return undefined;
  return diagnostics.flatMap((one: unknown) => {
    const file = isRecord(one) ? textIn(one['filename']) : undefined;
    if (!isRecord(one) || file === undefined || file === '') return [];
    const [label]: readonly unknown[] = Array.isArray(one['labels']) ? one['labels'] : [];
    const span = isRecord(label) && isRecord(label['span']) ? label['span'] : {};
    return [
      {
        file,
        line: numberIn(span['line']),
        column: numberIn(span['column']),
        severity: one['severity'] === 'error' ? ('error' as const) : ('warning' as const),
        rule: textIn(one['code']) ?? 'syntax',
        message: textIn(one['message']) ?? '',
        source: 'oxlint',
        fix: textIn(one['help']),
      },
    ];
  });
}

/**
 * biome's `--reporter=github`: `::error title=lint/style/useConst,file=src/a.ts,line=1,endLine=1,col=5,endColumn=8::message`.
 * Its JSON has offsets in bytes instead of lines. https://biomejs.dev/reference/reporters/#github
 */
export function parseBiome(output: string): readonly LintFinding[] {
  return output.split(/\r?\n/).flatMap((line) => {
    const [, level, properties = '', message = ''] = /^::(error|warning|notice) ([^]*?)::([^]*)$/.exec(line) ?? [];
    if (level === undefined) return [];
    const values = new Map(
      properties.split(',').map((property) => [property.split('=', 1)[0] ?? '', decoded(property.replace(/^[^=]*=/, ''))]),
    );
    const file = values.get('file');
    if (file === undefined || file === '') return [];
    return [
      {
        file,
        line: numberIn(Number(values.get('line'))),
        column: numberIn(Number(values.get('col'))),
        severity: level === 'error' ? ('error' as const) : level === 'warning' ? ('warning' as const) : ('info' as const),
        rule: values.get('title') ?? 'biome',
        message: decoded(message),
        source: 'biome',
      },
    ];
  });
}

/** https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts: what a command of a workflow escapes. */
function decoded(text: string): string {
  return text.replaceAll('%0D', '').replaceAll('%0A', ' ').replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%25', '%');
}

/** https://docs.astral.sh/ruff/settings/#output-format: `json`. */
export function parseRuff(output: string): readonly LintFinding[] | undefined {
  const said = jsonIn(output);
  if (!Array.isArray(said)) return undefined;
  return said.flatMap((one: unknown) => {
    const file = isRecord(one) ? textIn(one['filename']) : undefined;
    if (!isRecord(one) || file === undefined) return [];
    const place = isRecord(one['location']) ? one['location'] : {};
    const fix = isRecord(one['fix']) ? textIn(one['fix']['message']) : undefined;
    return [
      {
        file,
        line: numberIn(place['row']),
        column: numberIn(place['column']),
        severity: 'error' as const,
        rule: textIn(one['code']) ?? 'syntax',
        message: textIn(one['message']) ?? '',
        source: 'ruff',
        fix,
      },
    ];
  });
}

/** What go vet writes to stderr: `./a.go:5:2: message`, with `vet: ` before what does not compile. https://pkg.go.dev/cmd/vet */
export function parseGoVet(output: string): readonly LintFinding[] {
  return output.split(/\r?\n/).flatMap((line) => {
    const [, vet, file, row, column, message] = /^(vet: )?(\S[^:]*\.go):(\d+)(?::(\d+))?: (.*)$/.exec(line) ?? [];
    if (file === undefined || message === undefined) return [];
    const rule = vet === undefined ? 'vet' : 'compile';
    return [{ file, line: Number(row), column: numberIn(Number(column)), severity: 'error' as const, rule, message, source: 'go vet' }];
  });
}

/** https://github.com/xojs/xo#usage: its report is that of eslint. */
export function parseXo(output: string): readonly LintFinding[] | undefined {
  const said = jsonIn(output);
  return Array.isArray(said) ? parseEslint(said).map((finding) => ({ ...finding, source: 'xo' })) : undefined;
}

/** `a.py:3:5: error: Message  [code]`. https://mypy.readthedocs.io/en/stable/command_line.html */
export function parseMypy(output: string): readonly LintFinding[] {
  return output.split(/\r?\n/).flatMap((line) => {
    const [, file, row, column, level, message, code] =
      /^(\S.*?\.pyi?):(\d+):(?:(\d+):)? (error|warning|note): (.*?)(?: {2}\[([\w-]+)\])?$/.exec(line) ?? [];
    if (file === undefined || message === undefined || level === 'note') return [];
    const severity = level === 'error' ? ('error' as const) : ('warning' as const);
    return [{ file, line: Number(row), column: numberIn(Number(column)), severity, rule: code ?? 'mypy', message, source: 'mypy' }];
  });
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
}
