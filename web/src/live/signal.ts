/** A list of listeners that are all called for each event. */
export type Signal<Arguments extends readonly unknown[]> = {
  /** Returns a function that removes the listener. */
  readonly add: (listener: (...given: Arguments) => void) => () => void;
  readonly send: (...given: Arguments) => void;
};

export function signal<Arguments extends readonly unknown[]>(): Signal<Arguments> {
  const listeners = new Set<(...given: Arguments) => void>();
  return {
    add: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send: (...given) => {
      for (const listener of listeners) listener(...given);
    },
  };
}
