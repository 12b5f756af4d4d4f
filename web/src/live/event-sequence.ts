/**
 * Gap detection in private events, which contain the customer's state number before and after the change. If an event starts
 * above the last known number, earlier events were missed: all data is refetched, and counting continues from the new number. A
 * command may send several events with the same numbers.
 */
export type EventVerdict = 'apply' | 'old' | 'gap';

/** Compares an event with the last known state, which is undefined before the first event. */
export function judgeEvent(
  last: number | undefined,
  event: { readonly seq: number; readonly prev: number },
): EventVerdict {
  if (last === undefined) return 'apply';
  if (event.seq < last) return 'old';
  return event.prev > last ? 'gap' : 'apply';
}

/** Compares the state that the server reports at a login with the last known state. A different number means a gap. */
export function judgeReturn(last: number | undefined, seq: number): 'same' | 'gap' {
  return last === seq ? 'same' : 'gap';
}
