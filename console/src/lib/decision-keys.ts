/**
 * Keys of decisions whose fate is unknown. A repeat of the same decision with the same key has one effect, so a key is
 * kept, across a reload too, until an answer says what became of it.
 */
import { readStored, writeStored } from './stored.ts';

const STORAGE_KEY = 'candor.console.unanswered';
/** After this a repeat is more likely a new wish than the old one. */
const KEPT_MS = 10 * 60_000;

type Kept = Readonly<Record<string, { readonly key: string; readonly atMs: number }>>;

function readKept(nowMs: number): Kept {
  const stored = readStored('sessionStorage', STORAGE_KEY);
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored as Kept).filter(([, kept]) => nowMs - kept.atMs < KEPT_MS));
}

/** What is longer than this is kept as a digest: an article in nine languages would fill what a tab may keep. */
const NAME_CHARS_MAX = 2000;

/**
 * A decision by what is sent, the long ones by two sums over it. Should two ever have the same, the server refuses the second,
 * since it knows what was sent with a key.
 */
export function named(decision: string): string {
  if (decision.length <= NAME_CHARS_MAX) return decision;
  let [one, other] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < decision.length; at += 1) {
    const unit = decision.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x5bd1e995) + at;
  }
  const call = decision.slice(0, decision.indexOf(' ', decision.indexOf(' ') + 1));
  return `${call} ${decision.length} ${(one >>> 0).toString(16)} ${(other >>> 0).toString(16)}`;
}

/** The key for this decision: the one of its unanswered attempt, or a new one, kept from now on. */
export function keyFor(decision: string, nowMs: number = Date.now()): string {
  const kept = readKept(nowMs);
  const key = kept[decision]?.key ?? crypto.randomUUID();
  writeStored('sessionStorage', STORAGE_KEY, { ...kept, [decision]: { key, atMs: nowMs } });
  return key;
}

/** Forgets the key once the decision's answer is final. */
export function forgetKey(decision: string, nowMs: number = Date.now()): void {
  const { [decision]: _answered, ...rest } = readKept(nowMs);
  writeStored('sessionStorage', STORAGE_KEY, rest);
}
