import { Diagnostic, DiagnosticSeverity, languages, Range, Uri, type Disposable } from 'vscode';
import type { Checkup, ConfigFinding } from '../core.ts';
import type { Desk } from '../desk.ts';
import { docsUri } from './explain.ts';
import { examinerOf } from './examiner.ts';
import { problemsOf, type FileProblem } from './problems.ts';

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const satisfies Readonly<Record<ConfigFinding['severity'], DiagnosticSeverity>>;

/** Shows findings in the Problems panel, at their place in their files. */
export function registerProblemList(desk: Desk): Disposable {
  const collection = languages.createDiagnosticCollection('snap');
  const examiner = examinerOf(desk);
  const publish = ({ findings, setup }: Checkup): void => {
    const byPath = problemsOf(findings, (path) => textOf(setup.facts.contents.get(path)));
    const uris = new Map([...byPath.keys()].map((path) => [Uri.file(path).toString(), path] as const));
    // What is fixed goes, and what stays does not flicker.
    const gone: Uri[] = [];
    collection.forEach((uri) => {
      if (!uris.has(uri.toString())) gone.push(uri);
    });
    collection.set([
      ...gone.map((uri): [Uri, undefined] => [uri, undefined]),
      ...[...byPath].map(([path, problems]): [Uri, Diagnostic[]] => [Uri.file(path), problems.map(toDiagnostic)]),
    ]);
  };
  const listening = examiner.onDidChange(publish);
  if (examiner.last !== undefined) publish(examiner.last);
  return {
    dispose() {
      listening.dispose();
      collection.dispose();
    },
  };
}

function toDiagnostic({ id, message, range, severity }: FileProblem): Diagnostic {
  const { from, line, to } = range;
  const diagnostic = new Diagnostic(new Range(line, from, line, to), message, severities[severity]);
  diagnostic.source = 'snap';
  diagnostic.code = { value: id, target: docsUri(id) };
  return diagnostic;
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : new TextDecoder('utf-8').decode(bytes);
}
