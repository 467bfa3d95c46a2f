import type { About, Fix } from '../diagnostic.ts';
import { defineStartDiagnostic, worksInClient, type CommandEntry } from '../judging/programs/command-entries.ts';
import { argumentNode, replaceArguments } from '../edit.ts';
import { mayFix } from '../judging/entries/fields.ts';
import { containerRun, type ContainerRun } from '../judging/programs/container-run.ts';
import { removeArguments } from '../judging/programs/launcher-arguments.ts';

/** An assistant writes to the server's input through a pipe: no terminal, and it has to be kept open. */
export default defineStartDiagnostic({
  id: 'container-input',
  severity: 'error',
  summary: 'A container is started with a terminal, in the background, or without input, so the server in it gets no messages.',
  *judge(entry) {
    const run = containerRun(entry.command.command, entry.command.args);
    const about = run === undefined || worksInClient(entry) ? undefined : judge(entry, run);
    if (about !== undefined) yield { ...about };
  },
});

function judge(entry: CommandEntry, run: ContainerRun): About | undefined {
  if (run.by === 'compose') return composed(entry, run);
  return inTerminal(entry, run) ?? withoutInput(entry, run);
}

/** https://github.com/docker/cli/blob/master/cli/streams/in.go (CheckTty); Podman warns and goes on. */
function inTerminal(entry: CommandEntry, run: ContainerRun): About | undefined {
  const [first] = run.tty;
  if (first === undefined) return undefined;
  const { name } = entry.entry;
  const isPodman = run.program === 'podman';
  const effect = isPodman
    ? 'Podman then mixes what the server writes with the input'
    : `${run.program} then refuses to start it ("not a TTY")`;
  return {
    severity: isPodman ? 'warning' : 'error',
    span: argumentNode(entry, first.index),
    detail: 'terminal',
    message: run.interactive
      ? `"${name}" starts its container with "${first.word}": the "t" asks for a terminal, and ${entry.client.name} gives it none. ${effect}.`
      : `"${name}" starts its container with "${first.word}", for a terminal that ${entry.client.name} does not give it, and without "-i": the server gets no input.`,
    hint: `Write "-i" instead of "${first.word}".`,
    fix: withoutTerminal(entry, run),
  };
}

function withoutTerminal(entry: CommandEntry, { interactive, tty }: ContainerRun): Fix | undefined {
  const [first] = tty;
  if (first === undefined || tty.length > 1 || !mayFix(entry) || argumentNode(entry, first.index) === undefined) return undefined;
  const word = first.without ?? (interactive ? undefined : '-i');
  if (word === undefined) {
    const removed = removeArguments(entry, first.index, first.index + 1);
    return removed === undefined || removed.losesComment ? undefined : { kind: 'safe', says: `remove "${first.word}"`, edit: removed.edit };
  }
  const full = interactive || word === '-i' ? word : `-i${word.slice(1)}`;
  return { kind: 'safe', says: `replace "${first.word}" by "${full}"`, edit: replaceArguments(entry, new Map([[first.index, full]])) };
}

function withoutInput(entry: CommandEntry, run: ContainerRun): About | undefined {
  const { name } = entry.entry;
  if (run.detached !== undefined) {
    return {
      span: argumentNode(entry, run.detached),
      detail: 'background',
      message: `"${name}" starts its container in the background: ${run.program} ends at once, and ${entry.client.name} reaches no server.`,
      hint: 'Remove "-d", and write "-i".',
    };
  }
  if (run.interactive) return undefined;
  const verb = argumentNode(entry, run.verbAt);
  return {
    span: verb,
    detail: 'input',
    message: `"${name}" starts its container without "-i": ${run.program} closes the input of the server, which then ends or never answers.`,
    hint: `Write "-i" after "${run.verb}".`,
    fix: mayFix(entry) ? insertAfter(entry, run, '-i') : undefined,
  };
}

/** Compose 2 looks itself whether there is a terminal; its predecessor does not. */
function composed(entry: CommandEntry, run: ContainerRun): About | undefined {
  if (run.noTty) return undefined;
  const isOld = run.program.endsWith('-compose');
  const fix = mayFix(entry) && run.tty.length === 0 ? insertAfter(entry, run, '-T') : undefined;
  return {
    severity: isOld || run.tty.length > 0 ? 'warning' : 'info',
    span: argumentNode(entry, run.tty[0]?.index ?? run.verbAt),
    detail: 'terminal',
    message: `"${entry.entry.name}" starts a service of Compose without "-T": ${isOld || run.tty.length > 0 ? 'it' : 'older versions of it'} want${isOld || run.tty.length > 0 ? 's' : ''} a terminal, which ${entry.client.name} does not give.`,
    hint: `Write "-T" after "${run.verb}"${run.tty.length > 0 ? `, and remove "${run.tty[0]?.word ?? ''}"` : ''}.`,
    fix: fix === undefined ? undefined : { ...fix, kind: 'confirm' },
  };
}

function insertAfter(entry: CommandEntry, { verb, verbAt }: ContainerRun, word: string): Fix | undefined {
  const node = argumentNode(entry, verbAt);
  const next = argumentNode(entry, verbAt + 1);
  const { path, text } = entry.file;
  if (node === undefined || next === undefined || text === undefined) return undefined;
  // What is between two items: a comma with white space, or the next line's dash.
  const between = text.slice(node.end, next.start);
  if (!/^\s*,\s*$|^\n\s*-\s+$/.test(between)) return undefined;
  const quoted = /["']/.test(text[node.start] ?? '') || between.includes(',') ? JSON.stringify(word) : word;
  return {
    kind: 'safe',
    says: `add "${word}" after "${verb}"`,
    edit: { kind: 'splices', path, splices: [{ start: node.end, end: node.end, text: between + quoted }] },
  };
}
