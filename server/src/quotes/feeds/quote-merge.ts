/** Merges several histories into one chronological stream. If times are equal, the source listed first comes first. */
import type { Quote } from '@candor/domain/market/quote.ts';

export type QuoteMerge = {
  /** The time (ms) of the next quote, or undefined at the end. */
  nextTimeMs(): number | undefined;
  /** Returns at most `max` quotes that are due at `timeMs`. */
  takeDue(timeMs: number, max: number): Quote[];
  symbols(): ReadonlySet<string>;
};

export function mergeQuotes(streams: readonly Iterable<Quote>[]): QuoteMerge {
  const lanes = streams.map((stream) => {
    const iterator = stream[Symbol.iterator]();
    return { iterator, next: iterator.next() };
  });
  const earliest = () => {
    let found: (typeof lanes)[number] | undefined;
    for (const lane of lanes) {
      if (lane.next.done === true) continue;
      if (found === undefined || lane.next.value.feedTimeMs < found.next.value.feedTimeMs) found = lane;
    }
    return found;
  };
  return {
    nextTimeMs: () => earliest()?.next.value.feedTimeMs,
    takeDue: (timeMs, max) => {
      const due: Quote[] = [];
      while (due.length < max) {
        const lane = earliest();
        if (lane === undefined || lane.next.value.feedTimeMs > timeMs) break;
        due.push(lane.next.value);
        lane.next = lane.iterator.next();
      }
      return due;
    },
    symbols: () => new Set(lanes.flatMap(({ next }) => (next.done === true ? [] : [next.value.symbol]))),
  };
}
