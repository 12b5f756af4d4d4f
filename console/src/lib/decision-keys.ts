/** The idempotency keys of decisions without a final response, stored by a name that is derived from the decision's input. */
import { keysKeptAt } from '@candor/client/pending-keys.ts';

export const { keyFor, forgetKey } = keysKeptAt('candor.console.unanswered');

/**
 * The maximum length of a name; a longer one is stored as a digest, because an article in nine languages would fill the tab's
 * storage.
 */
const NAME_CHARS_MAX = 2000;

/**
 * Returns the name of a decision: the input, or two checksums of a long input. If two decisions had the same checksums, the
 * server would refuse the second one, because it stores the input of each key.
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
