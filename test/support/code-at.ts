import { type Code, type CodeGraph, openCode } from '../../src/code/index.ts';
import type { WritableSystem } from '../../src/system/index.ts';
import { runJobHere } from './jobs-in-process.ts';
import type { TemporaryHome } from './temporary-home.ts';
import { workspaceAt } from './workspace-at.ts';

/** The code below `w` in a home; the jobs of the worker run in this process unless `system` says otherwise. */
export function codeAt(home: TemporaryHome, system: WritableSystem = { ...home.run(), runJob: runJobHere }): Code {
  return openCode(system, workspaceAt(system, home.at('w')), { exclude: [] });
}

/** Every edge as `from -kind-> to:line`, sorted. */
export function edgesIn(graph: CodeGraph): readonly string[] {
  return [...graph.files.values()]
    .flatMap(({ edges }) => edges.map(({ from, kind, line, to }) => `${from} -${kind}-> ${to}:${line}`))
    .toSorted();
}
