/** Where the chart has drawn the lines that can be moved, so that their handles follow every redraw without a render. */
export type LinePlace = {
  readonly y: number;
  /** The size of the part of the chart with the candles. */
  readonly width: number;
  readonly height: number;
};

export type LinePlaces = {
  readonly report: (id: string, place: LinePlace) => void;
  readonly of: (id: string) => LinePlace | undefined;
  /** The returned function ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Forgets lines that are no longer drawn. */
  readonly keep: (ids: ReadonlySet<string>) => void;
};

export function createLinePlaces(): LinePlaces {
  const places = new Map<string, LinePlace>();
  const listeners = new Set<() => void>();
  return {
    of: (id) => places.get(id),
    report: (id, place) => {
      const before = places.get(id);
      if (before?.y === place.y && before.width === place.width && before.height === place.height) return;
      places.set(id, place);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    keep: (ids) => {
      for (const id of places.keys()) if (!ids.has(id)) places.delete(id);
    },
  };
}
