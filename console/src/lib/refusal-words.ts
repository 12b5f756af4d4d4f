/** Refusals as sentences, and why nothing was shown. */
import { RefusedError } from '@candor/client/answers.ts';
import { fill, isTimeParam } from '@candor/protocol/envelope.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { texts as en } from '@candor/protocol/texts/en.ts';
import { texts as zh } from '@candor/protocol/texts/zh.ts';
import { currentLanguage } from '../i18n/language.ts';
import type { Say } from '../i18n/say.ts';
import { localTime } from './times.ts';

const TEXTS = { en, zh } as const;

/** The sentence of a refusal, its moments in the reader's own time. */
export function refusalWords(refusal: Pick<RefusalEnvelope, 'error' | 'params'>): string {
  const params = Object.fromEntries(
    Object.entries(refusal.params).map(([name, value]) => [
      name,
      isTimeParam(name, value) ? localTime(Number.parseInt(value, 10)) : value,
    ]),
  );
  return fill(TEXTS[currentLanguage()][refusal.error], params);
}

/** Why something could not be read, in a sentence. */
export function failureWords(t: Say, error: unknown): string {
  if (error instanceof RefusedError) return refusalWords(error.refusal);
  return t('ui.noAnswer');
}
