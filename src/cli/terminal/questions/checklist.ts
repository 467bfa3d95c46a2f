import { getColumns, Prompt, type PromptOptions } from '@clack/core';
import { limitOptions } from '@clack/prompts';
import { closed, open, type Drawing } from './question.ts';

export interface Choice<T> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** What a check box list is at, apart from how it looks. Pure. */
export interface ListState<T> {
  readonly search: string;
  /** The place of the arrow among the choices that match. */
  readonly cursor: number;
  readonly ticked: readonly T[];
}

/** A key as readline names it; `text` is the character, if it is one. */
export interface ListKey {
  readonly name?: string | undefined;
  readonly text?: string | undefined;
  readonly hasModifier?: boolean | undefined;
}

/** The choices whose name or id holds what was typed; spaces and signs are not compared. */
export function matching<T extends string>(choices: readonly Choice<T>[], search: string): readonly Choice<T>[] {
  const wanted = comparable(search);
  return wanted === '' ? choices : choices.filter(({ value, label }) => comparable(`${label} ${value}`).includes(wanted));
}

function comparable(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** What a key changes: letters search, the space bar ticks, arrows move. */
export function pressed<T extends string>(
  state: ListState<T>,
  { name, text = '', hasModifier }: ListKey,
  choices: readonly Choice<T>[],
): ListState<T> {
  const shown = matching(choices, state.search);
  const moved = (by: number): ListState<T> =>
    shown.length === 0 ? state : { ...state, cursor: (state.cursor + by + shown.length) % shown.length };
  if (name === 'up') return moved(-1);
  if (name === 'down') return moved(1);
  if (name === 'space') {
    const here = shown[state.cursor]?.value;
    if (here === undefined) return state;
    const { ticked } = state;
    return { ...state, ticked: ticked.includes(here) ? ticked.filter((value) => value !== here) : [...ticked, here] };
  }
  const isWord = hasModifier !== true && /^[\p{L}\p{N}.()+/-]$/u.test(text);
  const search = name === 'backspace' ? [...state.search].slice(0, -1).join('') : isWord ? state.search + text : state.search;
  return search === state.search ? state : { ...state, search, cursor: 0 };
}

/** Without the search; the arrow stays on its choice. */
export function withoutSearch<T extends string>(state: ListState<T>, choices: readonly Choice<T>[]): ListState<T> {
  const here = matching(choices, state.search)[state.cursor];
  return { ...state, search: '', cursor: here === undefined ? 0 : choices.indexOf(here) };
}

interface Checklist<T> {
  readonly question: string;
  readonly choices: readonly Choice<T>[];
  readonly ticked: readonly T[];
}

/** Enter ends the search before it ends the question. */
class SearchablePrompt<T> extends Prompt<T> {
  readonly #endsSearch: () => boolean;
  constructor(options: PromptOptions<T, Prompt<T>>, endsSearch: () => boolean) {
    super(options, false);
    this.#endsSearch = endsSearch;
  }
  protected override _shouldSubmit(): boolean {
    return !this.#endsSearch();
  }
}

/** A list of check boxes that typing searches. An arrow shows where the person is, as colour alone would not. */
export async function checklist<T extends string>({ question, choices, ticked }: Checklist<T>, drawing: Drawing): Promise<unknown> {
  const { input, output, style } = drawing;
  let list: ListState<T> = { search: '', cursor: 0, ticked };
  const endsSearch = (): boolean => {
    const { search } = list;
    list = withoutSearch(list, choices);
    return search !== '';
  };
  const prompt = new SearchablePrompt<readonly T[]>(
    {
      input,
      output,
      validate: (values) =>
        values === undefined || values.length === 0 ? 'Select at least one with the space bar, or leave with Ctrl-C.' : undefined,
      render() {
        const { state } = this;
        if (state === 'submit' || state === 'cancel') {
          const names = choices.filter(({ value }) => list.ticked.includes(value)).map(({ label }) => label.trim());
          return closed(drawing, state, question, shortList(names));
        }
        const footer =
          state === 'error' ? style.yellow(this.error) : style.dim(keysText(list.search, matching(choices, list.search).length > 0));
        return open(drawing, state, question, listLines(list, choices, drawing), footer);
      },
    },
    endsSearch,
  );
  prompt.value = ticked;
  prompt.on('key', (text, key) => {
    if (key.name === 'return') return;
    // Esc ends the search first: under another name it does not end the question.
    if (key.name === 'escape' && endsSearch()) key.name = 'search-ended';
    list = pressed(list, { name: key.name, text, hasModifier: key.ctrl === true || key.meta === true }, choices);
    prompt.value = list.ticked;
  });
  return prompt.prompt();
}

function keysText(search: string, isFound: boolean): string {
  if (search === '') return 'space selects, enter continues, type to search, esc goes back';
  return isFound ? 'space selects, enter or esc ends the search' : 'backspace takes back a letter, esc ends the search';
}

function listLines<T extends string>(list: ListState<T>, choices: readonly Choice<T>[], { output, style }: Drawing): readonly string[] {
  const { mark } = style;
  const found = matching(choices, list.search);
  const lines = limitOptions({
    cursor: list.cursor,
    options: [...found],
    output,
    columnPadding: 3,
    // The list of found assistants above stays visible.
    maxItems: 12,
    rowPadding: 7,
    style: ({ value, label, hint }, isHere) => {
      const box = list.ticked.includes(value) ? style.green(mark.ticked) : mark.unticked;
      const arrow = isHere ? style.green(mark.here) : ' ';
      // The bar, the arrow, the box, and the spaces between them.
      const { name, remark } = fittingRow(label, hint, getColumns(output) - 6 - mark.ticked.length);
      return `${arrow} ${box} ${isHere ? style.bold(name) : name}${remark === undefined ? '' : `  ${style.dim(remark)}`}`;
    },
  });
  if (list.search === '') return lines;
  return [`Search: ${list.search}`, ...(found.length === 0 ? [style.yellow('Nothing matches.')] : lines)];
}

/** One row in so many columns: without the spaces that make columns, or without the remark, where the line is too short. */
export function fittingRow(
  label: string,
  hint: string | undefined,
  columns: number,
): { readonly name: string; readonly remark: string | undefined } {
  if (hint === undefined || label.length + 2 + hint.length <= columns) return { name: label, remark: hint };
  const name = label.trim();
  return { name, remark: name.length + 2 + hint.length <= columns ? hint : undefined };
}

/** As many names as fit a line or two. */
function shortList(names: readonly string[]): string {
  return names.length <= 6 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`;
}
