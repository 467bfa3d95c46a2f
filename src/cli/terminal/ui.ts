import { maskTokens } from '../../secrets/mask-tokens.ts';
import { cleanJson, spellHidden, type System, type Terminal } from '../../system/index.ts';
import type { Prompts } from './prompts.ts';
import { screenText, styleOf, type Style } from './style.ts';
import { wrapLines } from './wrap.ts';

/** How snap talks to a person or a script. The only place that colours and asks; commands write through it. */
export interface Ui {
  /** Whether a person can answer questions. */
  readonly interactive: boolean;
  /** Whether standard output is a terminal, which would obey control characters. */
  readonly isTerminal: boolean;
  readonly style: Style;
  /** Characters per line; `undefined` when standard output is not a terminal. */
  readonly width: number | undefined;
  /** Lines are wrapped to the terminal. */
  print(text: string): void;
  /** As `print`, of a text that is copied or applied (a patch, an entry): never wrapped, and a script gets it byte for byte, but for tokens. */
  printExact(text: string): void;
  /** A patch: read with the person's pager on a terminal; a script gets it byte for byte. It ends in a line break. */
  page(text: string): Promise<void>;
  /** Draws a line over the one that was drawn so last. Only where it is seen (`isTerminal`); the text is no wider than the line. */
  redraw(text: string): void;
  /** Clears a drawn line, and says that the work was stopped; nothing where none is drawn. */
  stopped(): void;
  /** As `print`, to standard error: it never mixes with what a script reads. */
  warn(text: string): void;
  /** @param exact keys whose text is promised byte for byte (a patch): what it hides is written with the escapes of JSON. */
  json(value: unknown, exact?: readonly string[]): void;
  /**
   * `undefined` when the person left with Ctrl-C; Esc is a no. Only to be called when `interactive`.
   * @param suggested the answer of Enter alone. No where a yes cannot be taken back, allows more than before, or runs what a project
   *   brings; yes unless told otherwise.
   */
  confirm(question: string, suggested?: boolean): Promise<boolean | undefined>;
  /** As `confirm`; an empty answer is an answer. */
  ask(question: string, hint: string): Promise<string | undefined>;
  /** The other kinds of questions, and the width of the terminal. Only to be called when `interactive`. */
  prompts(): Promise<Prompts>;
}

export function terminalUi(system: System, terminal: Terminal): Ui {
  const { env } = system;
  const isTerminal = terminal.isTerminal(1);
  // One that calls itself dumb prints the sequences that move its cursor; the questions consist of them.
  const canDraw = isTerminal && env['TERM'] !== 'dumb';
  const style = styleOf(hasColor(env, isTerminal), hasUnicode(env));
  const shown = (text: string): string => screenText(text, style);
  const wrapped = (descriptor: 1 | 2, text: string): string => {
    const width = terminal.columns(descriptor);
    return width === undefined ? shown(text) : wrapLines(shown(text), width);
  };
  let isDrawn = false;
  const draw = (text: string): void => {
    isDrawn = text !== '';
    terminal.write(1, `\r\u001B[2K${shown(text)}`);
  };
  const prompts = async (): Promise<Prompts> => (await import('./prompts.ts')).terminalPrompts(style);
  return {
    isTerminal,
    interactive: canDraw && terminal.isTerminal(0) && env['CI'] === undefined,
    style,
    get width() {
      return terminal.columns(1);
    },
    print(text) {
      isDrawn = false;
      terminal.write(1, `${wrapped(1, text)}\n`);
    },
    printExact: (text) => terminal.write(1, `${isTerminal ? shown(text) : maskTokens(text)}\n`),
    page: async (text) => {
      const masked = isTerminal ? shown(text) : maskTokens(text);
      const { showPaged } = await import('./pager.ts');
      if (!isTerminal || !(await showPaged(system, terminal, masked))) terminal.write(1, masked);
    },
    redraw: (text) => (canDraw ? draw(text) : undefined),
    stopped() {
      if (!isDrawn) return;
      draw('');
      terminal.write(1, 'Stopped.\n');
    },
    warn: (text) => terminal.write(2, `${wrapped(2, text)}\n`),
    json: (value, exact) => terminal.write(1, `${spellHidden(maskTokens(cleanJson(value, exact)))}\n`),
    prompts,
    async confirm(question, suggested) {
      const reply = await (await prompts()).confirm(question, suggested);
      return reply.kind === 'interrupted' ? undefined : reply.kind === 'answer' && reply.value;
    },
    async ask(question, hint) {
      const reply = await (await prompts()).text(question, { placeholder: hint });
      return reply.kind === 'interrupted' ? undefined : reply.kind === 'answer' ? reply.value : '';
    },
  };
}

/** https://no-color.org: any non-empty value switches colour off. */
function hasColor(env: System['env'], isTerminal: boolean): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0';
  return isTerminal && env['TERM'] !== 'dumb';
}

/** Decided by the language, if one is set. The font of the Linux console has 512 characters and lacks those that snap prints. */
function hasUnicode(env: System['env']): boolean {
  if (env['TERM'] === 'linux') return false;
  const language = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'];
  if (language) return /UTF-?8/i.test(language);
  return env['WT_SESSION'] !== undefined || env['TERM_PROGRAM'] !== undefined;
}
