/** What listens to a signal; `dispose` ends it. */
export interface Listening {
  dispose(): void;
}

/** Something that happens, for those who listen. Its `on` is what the editor calls an event; this file knows no editor, so that tests need none. */
export interface Signal<T> {
  readonly on: (listener: (value: T) => unknown) => Listening;
  fire(value: T): void;
}

export function signal<T>(): Signal<T> {
  const listeners = new Set<{ readonly call: (value: T) => unknown }>();
  return {
    on(call) {
      const listener = { call };
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    fire(value) {
      for (const { call } of listeners) call(value);
    },
  };
}
