import { factsAfter, nothingSeen, type GateEvent, type GateFacts } from '../gates/facts.ts';
import { gateOf, isSameGate, type Gate } from '../gates/gate-of.ts';
import { signal, type Listening } from '../signal.ts';

/** Looks at everything; tells each part as soon as it is seen. Never throws before it returns its promise. */
export type LookAtAll = (tell: (event: GateEvent) => void) => Promise<void>;

/** The gates while the window is open. */
export interface WatchedGates {
  readonly current: Gate;
  readonly facts: GateFacts;
  readonly onDidChange: (listener: (gate: Gate) => unknown) => Listening;
  readonly onDidSee: (listener: (facts: GateFacts) => unknown) => Listening;
  tell(event: GateEvent): void;
  look(): Promise<Gate>;
}

export function watchGates(lookAtAll: LookAtAll, first: Partial<GateFacts> = {}): WatchedGates {
  const changes = signal<Gate>();
  const seen = signal<GateFacts>();
  let facts: GateFacts = { ...nothingSeen, ...first };
  let current = gateOf(facts);
  let looking: Promise<void> | undefined;
  /** Something changed while everything was being looked at. */
  let isAskedAgain = false;
  const tell = (event: GateEvent): void => {
    facts = factsAfter(facts, event);
    seen.fire(facts);
    const gate = gateOf(facts);
    if (isSameGate(gate, current)) return;
    current = gate;
    changes.fire(gate);
  };
  const lookAll = async (): Promise<void> => {
    try {
      do {
        isAskedAgain = false;
        try {
          await lookAtAll(tell);
        } catch (error) {
          // What changed meanwhile is looked at all the same.
          if (!isAskedAgain) throw error;
        }
      } while (isAskedAgain);
    } finally {
      // No await between the check of isAskedAgain and this line: a caller from now on begins a look of its own.
      looking = undefined;
    }
  };
  return {
    get current() {
      return current;
    },
    get facts() {
      return facts;
    },
    onDidChange: changes.on,
    onDidSee: seen.on,
    tell,
    async look() {
      if (looking !== undefined) isAskedAgain = true;
      looking ??= lookAll();
      await looking;
      return current;
    },
  };
}
