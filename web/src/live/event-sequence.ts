/**
 * Private events are numbered. A number that skips means that an event was missed: everything is asked for anew and
 * counting goes on from there. One command may send several events under one number.
 */
export type EventVerdict = 'apply' | 'old' | 'gap';

/** Judges an event's number against the last one known; undefined is known before anything arrived. */
export function judgeEvent(last: number | undefined, seq: number): EventVerdict {
  if (last === undefined || seq === last || seq === last + 1) return 'apply';
  return seq < last ? 'old' : 'gap';
}

/** Judges the number that the server names when a client signs in again: anything but the last one known is a gap. */
export function judgeReturn(last: number | undefined, seq: number): 'same' | 'gap' {
  return last === seq ? 'same' : 'gap';
}
