/** What filters of several lists share. */
import { codeWords } from '../lib/words.ts';

export const moneyStates = ['under_review', 'waiting', 'success', 'failed'].map((id) => ({
  id,
  name: codeWords(id),
}));

/** Of a number's field: what is no digit is not taken. */
export function digitsOnly(typed: string | null): string {
  return (typed ?? '').replace(/\D/g, '').slice(0, 18);
}
