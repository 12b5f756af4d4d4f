/** The text of a refusal in a form, which names the field by its label instead of its code and states the expected format. */
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { Say } from '../i18n/say.ts';
import { refusalWords } from '../lib/refusal-words.ts';
import type { DecisionField } from './decision-fields.tsx';

/** Returns the text of a refusal. If the refusal names no field of the form, the text is the same as everywhere else. */
export function troubleIn(
  t: Say,
  refusal: Pick<RefusalEnvelope, 'error' | 'params'>,
  fields: readonly DecisionField[],
): string {
  const field = fields.find(({ name }) => name === refusal.params['field']);
  if (field === undefined) return refusalWords(refusal);
  const words = refusalWords({ ...refusal, params: { ...refusal.params, field: field.label } });
  if (refusal.error !== 'parameter_wrong' || field.format === undefined) return words;
  return t('ui.twoSentences', { first: words, second: field.format });
}

/** Returns the help text of a field: its hint, and the expected format. */
export function hintOf(t: Say, { hint, format }: Pick<DecisionField, 'hint' | 'format'>): string | undefined {
  if (hint === undefined || format === undefined) return hint ?? format;
  return t('ui.twoSentences', { first: hint, second: format });
}
