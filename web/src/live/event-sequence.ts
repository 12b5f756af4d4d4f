/**
 * Private events name the customer's state after the change and before it. Who knows state n has missed something when
 * an event starts above n: everything is asked for anew, and counting goes on from there. One command may send several
 * events of one change.
 */
export type EventVerdict = 'apply' | 'old' | 'gap';

/** Judges an event against the last state known; undefined is known before anything arrived. */
export function judgeEvent(
  last: number | undefined,
  event: { readonly seq: number; readonly prev: number },
): EventVerdict {
  if (last === undefined) return 'apply';
  if (event.seq < last) return 'old';
  return event.prev > last ? 'gap' : 'apply';
}

/** Judges the state that the server names when a client signs in again: anything but the last one known is a gap. */
export function judgeReturn(last: number | undefined, seq: number): 'same' | 'gap' {
  return last === seq ? 'same' : 'gap';
}
