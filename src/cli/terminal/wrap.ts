import { stripVTControlCharacters } from 'node:util';
import type { Ui } from './ui.ts';

/**
 * Wraps lines to the width of the terminal, between words; continuation lines are indented by two more. A word that is wider than a
 * line is not broken, so that a path can be copied in one piece. Lines that are indented by six or more are not wrapped: they are text
 * of a file, to be pasted.
 */
export function wrapLines(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n');
}

function wrapLine(line: string, columns: number): string {
  const indent = / */.exec(line)?.[0] ?? '';
  if (indent.length >= 6 || widthOf(line) <= columns) return line;
  const lines: string[] = [];
  let current = indent;
  // Several spaces are kept, or columns of a table would move.
  for (const word of line.slice(indent.length).match(/ *[^ ]+/g) ?? []) {
    if (widthOf(current) > indent.length + 2 && widthOf(current + word) > columns) {
      lines.push(current);
      current = `${indent}  ${word.trimStart()}`;
    } else current += word;
  }
  return [...lines, current].join('\n');
}

function widthOf(text: string): number {
  return stripVTControlCharacters(text).length;
}

/** The same ui with lines wrapped to the terminal. Diffs and entries to paste are printed with the original one. */
export function fitting(ui: Ui): Ui {
  const { width } = ui;
  if (width === undefined) return ui;
  return { ...ui, width, print: (text) => ui.print(wrapLines(text, width)), warn: (text) => ui.warn(wrapLines(text, width)) };
}
