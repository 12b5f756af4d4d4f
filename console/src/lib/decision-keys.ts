/** The keys of decisions that were not answered yet, and what a decision is called to find its key again. */
import { keysKeptAt } from '@candor/client/pending-keys.ts';

export const { keyFor, forgetKey } = keysKeptAt('candor.console.unanswered');

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
