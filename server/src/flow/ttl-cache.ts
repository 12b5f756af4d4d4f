/** Caches public answers that are expensive for the database for a short time, so that all callers share one computation. */
import { makeRoom } from './room.ts';

export type TtlOptions = {
  readonly forMs: number;
  /** The maximum number of answers. The oldest is evicted first. */
  readonly most: number;
  /** The wall clock, in milliseconds. */
  readonly now: () => number;
};

/** A failure is cached for as long as an answer. */
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
