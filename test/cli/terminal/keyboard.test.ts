import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyReader, openKeyboard } from '../../../src/cli/terminal/keyboard.ts';

/** A terminal that holds what was typed until it is read, and delivers one piece at each turn of the event loop. */
class HeldTerminal extends EventEmitter {
  readonly modes: boolean[] = [];
  readonly #held: string[];
  #isRead = false;
  constructor(held: readonly string[] = []) {
    super();
    this.#held = [...held];
  }
  resume(): void {
    this.#isRead = true;
  }
  pause(): void {
    this.#isRead = false;
  }
  setRawMode(isRaw: boolean): void {
    this.modes.push(isRaw);
  }
  readonly turn = async (): Promise<void> => {
    const piece = this.#isRead ? this.#held.shift() : undefined;
    if (piece !== undefined) this.emit('data', Buffer.from(piece));
  };
  get left(): number {
    return this.#held.length;
  }
}

async function keysAt(
  terminal: HeldTerminal,
  ...typed: readonly string[]
): Promise<{ keys: string; isInterrupted: boolean; hasEnded: boolean }> {
  const keyboard = await openKeyboard(terminal, { takesText: true, turn: terminal.turn });
  let keys = '';
  keyboard.input.on('data', (text: string) => (keys += text));
  for (const text of typed) terminal.emit('data', Buffer.from(text));
  await new Promise((resume) => setImmediate(resume));
  const seen = { keys, isInterrupted: keyboard.isInterrupted(), hasEnded: keyboard.hasEnded() };
  keyboard.close();
  return seen;
}

describe('the keyboard of a question', () => {
  it.each([
    ['an Enter as the terminal sends it while snap works', ['\n']],
    ['several, and an Enter of a raw terminal', ['\n\n', '\r']],
    ['letters that would answer yes', ['y', 'yes\n']],
    ['a paste without marks', ['rm -rf /\ny\n']],
    ['half of an arrow', ['\u001B[', 'B']],
  ])('drops what was typed before it was shown: %s', async (_, held) => {
    const terminal = new HeldTerminal(held);
    expect(await keysAt(terminal, 'n')).toEqual({ keys: 'n', isInterrupted: false, hasEnded: false });
    expect(terminal.left).toBe(0);
  });

  it('takes a Ctrl-C that was typed before it was shown, and puts the terminal back', async () => {
    const terminal = new HeldTerminal(['\n\u0003\n']);
    expect((await keysAt(terminal)).isInterrupted).toBe(true);
    expect(terminal.modes).toEqual([true, false]);
    expect(terminal.listenerCount('data') + terminal.listenerCount('end')).toBe(0);
  });

  it('is shown at last while a key is held down', async () => {
    const terminal = new HeldTerminal(Array.from({ length: 5_000 }, () => '\n'));
    expect((await keysAt(terminal, 'x')).keys).toBe('x');
  });

  it('ends with the terminal', async () => {
    const terminal = new HeldTerminal();
    const keyboard = await openKeyboard(terminal, { takesText: false, turn: terminal.turn });
    terminal.emit('end');
    expect(keyboard.hasEnded()).toBe(true);
    keyboard.close();
  });
});

const paste = (text: string): string => `\u001B[200~${text}\u001B[201~`;

describe('keys', () => {
  it.each<[name: string, typed: readonly string[], keys: string]>([
    ['Enter', ['\r'], '\r'],
    ['Ctrl-J, which is Enter', ['\n'], '\r'],
    ['one Enter for the two signs of Windows', ['\r\n'], '\r'],
    ['an arrow', ['\u001B[B'], '\u001B[B'],
    ['an arrow in two pieces', ['\u001B[', 'B'], '\u001B[B'],
    ['Esc', ['\u001B'], '\u001B'],
    ['Ctrl-Z, which would freeze the question', ['a\u001Ab'], 'ab'],
    ['a paste', [paste('/home/me')], '/home/me'],
    ['a paste with a line end', [paste('/home/me\n')], '/home/me'],
    ['a paste of lines, one of which says yes', [paste('a\ny\r\n\u0003b')], 'a y b'],
    ['a paste in pieces, its marks too', ['\u001B[20', '0~/ho', 'me\u001B', '[201', '~\r'], '/home\r'],
    ['keys around a paste', [`x${paste('y')}z`], 'xyz'],
    ['Ctrl-C in a paste that never ends', ['\u001B[200~abc', '\u0003', 'd'], '\u0003d'],
  ])('are read: %s', (_, typed, keys) => {
    const read = keyReader(true);
    expect(typed.map(read).join('')).toBe(keys);
  });

  it('of a paste are no keys where no text is asked for', () => {
    expect(keyReader(false)(`${paste('y\n')}\r`)).toBe('\r');
  });

  it('are the same however the terminal cuts them, and a paste has no Enter', () => {
    const piece = fc.oneof(
      fc.constantFrom('a', ' ', '\u001B[A', '\r', 'é'),
      fc.string({ unit: fc.constantFrom('a', '\r', '\n', '\t', 'y', '\u001B', '[', '2') }).map(paste),
    );
    fc.assert(
      fc.property(fc.array(piece), fc.infiniteStream(fc.nat(4)), (pieces, cuts) => {
        const whole = pieces.join('');
        const expected = keyReader(true)(whole);
        const read = keyReader(true);
        let keys = '';
        for (let at = 0; at < whole.length;) {
          // A piece that ends with Esc is the key Esc.
          let length = 1 + (cuts.next().value ?? 0);
          while (whole[at + length - 1] === '\u001B') length += 1;
          keys += read(whole.slice(at, at + length));
          at += length;
        }
        expect(keys).toBe(expected);
        expect(keys.split('\r').length - 1).toBe(pieces.filter((one) => one === '\r').length);
      }),
    );
  });
});
