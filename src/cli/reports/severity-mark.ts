import type { Style } from '../terminal/style.ts';

const signs = { error: 'bad', warning: 'warn', info: 'none' } as const;

/** The sign before a finding. */
export function severityMark(severity: keyof typeof signs, style: Style): string {
  return style.sign[signs[severity]];
}
