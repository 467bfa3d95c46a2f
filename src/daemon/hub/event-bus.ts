import { isWanted, type EventFilter, type SnapEvent } from '../events/event.ts';

/** How many events are remembered for those who come later. */
const maxRecent = 500;

/** Passes events on. */
export interface EventBus {
  publish(event: SnapEvent): void;
  /** @returns ends the subscription. */
  subscribe(filter: EventFilter, onEvent: (event: SnapEvent) => void): () => void;
  /** The newest that are wanted, in their order. */
  recent(filter: EventFilter): readonly SnapEvent[];
}

export function createEventBus(): EventBus {
  const subscribers = new Set<{ readonly filter: EventFilter; readonly onEvent: (event: SnapEvent) => void }>();
  const recent: SnapEvent[] = [];
  return {
    publish(event) {
      recent.push(event);
      if (recent.length > maxRecent) recent.shift();
      for (const { filter, onEvent } of subscribers) if (isWanted(filter, event)) onEvent(event);
    },
    subscribe(filter, onEvent) {
      const subscriber = { filter, onEvent };
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    recent: (filter) => recent.filter((event) => isWanted(filter, event)),
  };
}
