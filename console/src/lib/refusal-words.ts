/** Refusals as sentences, and why nothing was shown. */
import { RefusedError } from '@candor/client/answers.ts';
import { fill, isTimeParam } from '@candor/protocol/envelope.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { texts } from '@candor/protocol/texts/en.ts';
import { localTime } from './times.ts';

/** The sentence of a refusal, its moments in the reader's own time. */
export function refusalWords(refusal: Pick<RefusalEnvelope, 'error' | 'params'>): string {
  const params = Object.fromEntries(
    Object.entries(refusal.params).map(([name, value]) => [
      name,
      isTimeParam(name, value) ? localTime(Number.parseInt(value, 10)) : value,
    ]),
  );
  return fill(texts[refusal.error], params);
}

/** Why something could not be read, in a sentence. */
export function failureWords(error: unknown): string {
  if (error instanceof RefusedError) return refusalWords(error.refusal);
  return 'The server did not answer. Check the connection and try again.';
}
