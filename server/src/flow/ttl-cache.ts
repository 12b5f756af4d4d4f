/** Public answers that cost the database something, kept for a moment: however many ask, each is made once. */
import { makeRoom } from './room.ts';

export type TtlOptions = {
  readonly forMs: number;
  /** How many are kept at a time; the oldest goes first. */
  readonly most: number;
  /** The wall clock. */
  readonly now: () => number;
};

/** Makes what is asked for, or hands out what was made a moment ago for the same key. A failure is kept as long. */
export function ttlCache<Answer>({
  forMs,
  most,
  now,
}: TtlOptions): (key: string, make: () => Promise<Answer>) => Promise<Answer> {
  const kept = new Map<string, { readonly untilMs: number; readonly answer: Promise<Answer> }>();
  return (key, make) => {
    const nowMs = now();
    const known = kept.get(key);
    if (known !== undefined && nowMs < known.untilMs) return known.answer;
    kept.delete(key);
    makeRoom(kept, most);
    const answer = make();
    kept.set(key, { untilMs: nowMs + forMs, answer });
    return answer;
  };
}
