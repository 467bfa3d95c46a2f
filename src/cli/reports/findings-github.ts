import { cleanText } from '../../system/index.ts';
import { below, type ReportPlace } from './findings-sarif.ts';
import { displayPaths } from '../words.ts';
import type { ReportedFinding } from './reported-finding.ts';

const commands = { error: 'error', warning: 'warning', info: 'notice' } as const;

/**
 * Findings as workflow commands, which GitHub Actions shows beside the lines.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function githubLines(findings: readonly ReportedFinding[], { workspace, home }: ReportPlace): readonly string[] {
  return findings.map(({ severity, path, line, column, message, title }) => {
    const properties = [
      ...(path === undefined ? [] : [`file=${property(below(path, workspace) ?? displayPaths(path, home))}`]),
      ...(line === undefined ? [] : [`line=${line}`, `col=${column ?? 1}`]),
      `title=${property(title)}`,
    ];
    return `::${commands[severity]} ${properties.join(',')}::${data(displayPaths(message, home))}`;
  });
}

/** A line end would end the command, and what follows it could be another one. */
function data(text: string): string {
  return cleanText(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
