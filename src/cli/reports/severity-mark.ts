import type { Style } from '../terminal/style.ts';

/** The sign before a finding. */
export function severityMark(severity: 'error' | 'warning' | 'info', style: Style): string {
  switch (severity) {
    case 'error':
      return style.red(style.mark.bad);
    case 'warning':
      return style.yellow(style.mark.warn);
    case 'info':
      return style.dim(style.mark.none);
    default:
      return severity satisfies never;
  }
}
