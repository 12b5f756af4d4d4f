/**
 * Private events contain the customer's state number before and after the change. A client that knows state n has missed
 * something if an event starts above n: everything is refetched, and counting continues from there. One command may send
 * several events for one change.
 */
export type EventVerdict = 'apply' | 'old' | 'gap';

/** Judges an event against the last known state, which is undefined before the first event. */
export function judgeEvent(
  last: number | undefined,
  event: { readonly seq: number; readonly prev: number },
): EventVerdict {
  if (last === undefined) return 'apply';
  if (event.seq < last) return 'old';
  return event.prev > last ? 'gap' : 'apply';
}

/** Judges the state that the server reports when a client logs in again: any other than the last known one is a gap. */
export function judgeReturn(last: number | undefined, seq: number): 'same' | 'gap' {
  return last === seq ? 'same' : 'gap';
}
