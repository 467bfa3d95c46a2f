/** Bytes in the pieces in which they came. */
export interface StreamData {
  readonly pieces: readonly Buffer[];
  readonly length: number;
}

/** One event of a stream of server-sent events. https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */
export interface StreamEvent {
  readonly name: string;
  /** Lines of data are joined by a space: what a line break separates in JSON, a space separates too, and a message is one line here. */
  readonly data: StreamData;
  /** Set where the data were longer than the limit: `data` then has its ends only. */
  readonly isTooLong: boolean;
}

export interface EventStreamReader {
  push(chunk: Buffer): void;
  /** The last id that the server gave, to go on from. */
  readonly lastId: string | undefined;
  /** Milliseconds after which the server wants to be asked again. */
  readonly retryMs: number | undefined;
}

const [lineFeed, carriageReturn, space] = [10, 13, 32];
/** A field other than data is short. */
const maxFieldBytes = 8 * 1024;
const separator = Buffer.from(' ');
/** One at the beginning of the stream is no part of it. https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream (2026-11-23) */
const mark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Cuts a stream into events in time linear in its length. Pieces of data are not copied. */
export function eventStreamReader(maxBytes: number, onEvent: (event: StreamEvent) => void): EventStreamReader {
  return new Reader(maxBytes, onEvent);
}

class Reader implements EventStreamReader {
  lastId: string | undefined;
  retryMs: number | undefined;
  #name = '';
  #pieces: Buffer[] = [];
  #length = 0;
  #hasData = false;
  #isTooLong = false;
  /** The line that is being read: its first bytes, until its field is known. */
  #line: Buffer[] = [];
  #lineLength = 0;
  #isInData = false;
  /** The first byte of the data was seen: a space before it is not part of it. */
  #hasBegun = false;
  #wasReturn = false;
  /** What may be the first bytes of a byte order mark; undefined once the stream has begun. */
  #start: Buffer | undefined = Buffer.alloc(0);
  readonly #maxBytes: number;
  readonly #onEvent: (event: StreamEvent) => void;

  constructor(maxBytes: number, onEvent: (event: StreamEvent) => void) {
    this.#maxBytes = maxBytes;
    this.#onEvent = onEvent;
  }

  push(bytes: Buffer): void {
    const chunk = this.#start === undefined ? bytes : this.#begin(Buffer.concat([this.#start, bytes]));
    let from = 0;
    // A break of two bytes may be cut in two.
    if (this.#wasReturn && chunk[0] === lineFeed) from = 1;
    if (chunk.length > 0) this.#wasReturn = false;
    let feed = chunk.indexOf(lineFeed, from);
    let back = chunk.indexOf(carriageReturn, from);
    while (feed !== -1 || back !== -1) {
      const to = feed === -1 || (back !== -1 && back < feed) ? back : feed;
      this.#add(chunk.subarray(from, to));
      this.#endLine();
      from = to + 1;
      if (to === back) {
        if (from === chunk.length) this.#wasReturn = true;
        else if (feed === from) from++;
      }
      if (feed !== -1 && feed < from) feed = chunk.indexOf(lineFeed, from);
      if (back !== -1 && back < from) back = chunk.indexOf(carriageReturn, from);
    }
    this.#add(chunk.subarray(from));
  }

  /** @returns what is to be read now: nothing while more of a mark may come. */
  #begin(bytes: Buffer): Buffer {
    const isMark = bytes.subarray(0, mark.length).equals(mark.subarray(0, bytes.length));
    const isOpen = isMark && bytes.length < mark.length;
    this.#start = isOpen ? bytes : undefined;
    return isOpen ? Buffer.alloc(0) : bytes.subarray(isMark ? mark.length : 0);
  }

  #add(part: Buffer): void {
    if (part.length === 0) return;
    if (this.#isInData) return this.#addData(part);
    this.#line.push(part);
    this.#lineLength += part.length;
    if (this.#lineLength < 5) return;
    const line = Buffer.concat(this.#line, this.#lineLength);
    if (line.toString('latin1', 0, 5) === 'data:') {
      this.#beginData();
      this.#line = [];
      this.#lineLength = 0;
      this.#addData(line.subarray(5));
    } else {
      // Without an end to it, a field that nobody needs would fill the memory.
      this.#line = [line.subarray(0, maxFieldBytes)];
      this.#lineLength = Math.min(line.length, maxFieldBytes);
    }
  }

  #beginData(): void {
    this.#isInData = true;
    this.#hasBegun = false;
    if (this.#hasData) this.#keep(separator);
    this.#hasData = true;
  }

  #addData(part: Buffer): void {
    if (part.length === 0) return;
    const isSpace = !this.#hasBegun && part[0] === space;
    this.#hasBegun = true;
    this.#keep(isSpace ? part.subarray(1) : part);
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return;
    this.#length += part.length;
    this.#pieces.push(part);
    if (this.#length <= this.#maxBytes) return;
    this.#isTooLong = true;
    // Enough of both ends to find the id.
    const [first = part] = this.#pieces;
    this.#pieces = [first, ...this.#pieces.slice(1).slice(-2)];
  }

  #endLine(): void {
    if (this.#isInData) {
      this.#isInData = false;
      return;
    }
    const line = Buffer.concat(this.#line, this.#lineLength).toString('utf8');
    this.#line = [];
    this.#lineLength = 0;
    if (line === '') return this.#endEvent();
    const at = line.indexOf(':');
    // A comment, which servers send to keep a connection alive.
    if (at === 0) return;
    const field = at === -1 ? line : line.slice(0, at);
    const value = at === -1 ? '' : line.slice(line.codePointAt(at + 1) === space ? at + 2 : at + 1);
    if (field === 'event') this.#name = value;
    else if (field === 'data' && !this.#hasData) this.#hasData = true;
    else if (field === 'id' && !value.includes('\0')) this.lastId = value;
    else if (field === 'retry' && /^\d{1,9}$/.test(value)) this.retryMs = Number(value);
  }

  #endEvent(): void {
    const event = { name: this.#name, data: { pieces: this.#pieces, length: this.#length }, isTooLong: this.#isTooLong };
    const { length } = event.data;
    this.#name = '';
    this.#pieces = [];
    this.#length = 0;
    this.#hasData = false;
    this.#isTooLong = false;
    // An event without data gives an id only.
    if (length > 0) this.#onEvent(event);
  }
}

/** The bytes of a JSON text without line breaks, which only stand between its parts. They are replaced where they are. */
export function onOneLine(pieces: readonly Buffer[]): readonly Buffer[] {
  for (const piece of pieces) {
    for (const byte of [lineFeed, carriageReturn]) {
      for (let at = piece.indexOf(byte); at !== -1; at = piece.indexOf(byte, at + 1)) piece[at] = space;
    }
  }
  return pieces;
}
