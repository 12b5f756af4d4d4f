/** One question of the questionnaire, with the answers to choose from. */
import type { QuestionCode } from '@candor/protocol/leverage/questionnaire.ts';
import { questionCodes, questionnaire } from '@candor/protocol/leverage/questionnaire.ts';
import { useTranslations } from 'use-intl';
import { classes } from '../../ui/classes.ts';
import { ChoiceRows } from '../../ui/choice-rows.tsx';
import { Section } from '../../ui/section.tsx';
import type { TextKey } from '../../lib/use-field-errors.ts';

export function useQuestionTexts() {
  const t = useTranslations();
  return {
    question: (code: QuestionCode) => t(`leverage.question.${code}` as TextKey),
    answer: (code: QuestionCode, answer: string) => t(`leverage.answer.${code}.${answer}` as TextKey),
  };
}

export type QuestionStepProps = {
  readonly code: QuestionCode;
  readonly chosen: string | undefined;
  readonly onChoose: (answer: string) => void;
};

export function QuestionStep({ code, chosen, onChoose }: QuestionStepProps) {
  const t = useTranslations('leverage');
  const texts = useQuestionTexts();
  const at = questionCodes.indexOf(code) + 1;
  return (
    <>
      <div className="gutter pt-4">
        <div aria-hidden="true" className="flex gap-1">
          {questionCodes.map((other, index) => (
            <span
              key={other}
              className={classes('h-1 flex-1 rounded-full', index < at ? 'bg-accent' : 'bg-line-strong')}
            />
          ))}
        </div>
        <div aria-live="polite">
          <p className="pt-3 text-sm text-quiet">{t('step', { at, of: questionCodes.length })}</p>
          <h2 id="leverage-question" className="pt-1 text-lg font-semibold text-balance">
            {texts.question(code)}
          </h2>
        </div>
      </div>
      <Section>
        <ChoiceRows
          label={{ id: 'leverage-question' }}
          rows={questionnaire[code].map((value) => ({ value, label: texts.answer(code, value) }))}
          value={chosen}
          onChoose={onChoose}
        />
      </Section>
    </>
  );
}
