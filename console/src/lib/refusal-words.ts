/** Texts for refusals and failed reads. */
import { RefusedError } from '@candor/client/answers.ts';
import { fill, isTimeParam } from '@candor/protocol/envelope.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { texts as en } from '@candor/protocol/texts/en.ts';
import { texts as zh } from '@candor/protocol/texts/zh.ts';
import { currentLanguage } from '../i18n/language.ts';
import type { Say } from '../i18n/say.ts';
import { localTime } from './times.ts';

const TEXTS = { en, zh } as const;

/** Returns the text of a refusal, with times in the reader's time zone. */
export function refusalWords(refusal: Pick<RefusalEnvelope, 'error' | 'params'>): string {
  const params = Object.fromEntries(
    Object.entries(refusal.params).map(([name, value]) => [
      name,
      isTimeParam(name, value) ? localTime(Number.parseInt(value, 10)) : value,
    ]),
  );
  return fill(TEXTS[currentLanguage()][refusal.error], params);
}

/** Returns the reason why data could not be read. */
export function failureWords(t: Say, error: unknown): string {
  if (error instanceof RefusedError) return refusalWords(error.refusal);
  return t('ui.noAnswer');
}
