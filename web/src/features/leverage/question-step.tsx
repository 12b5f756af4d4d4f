/** One question of the questionnaire, with the answers to choose from. */
import type { QuestionCode } from '@candor/protocol/leverage/questionnaire.ts';
import { questionCodes, questionnaire } from '@candor/protocol/leverage/questionnaire.ts';
import { Check } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { classes } from '../../ui/classes.ts';
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
        <div role="radiogroup" aria-labelledby="leverage-question">
          {questionnaire[code].map((answer) => (
            <button
              key={answer}
              type="button"
              role="radio"
              aria-checked={answer === chosen}
              onClick={() => onChoose(answer)}
              className="press hairline flex min-h-13 w-full items-center gap-3 px-4 py-2 text-left last:shadow-none"
            >
              <span className="min-w-0 flex-1">{texts.answer(code, answer)}</span>
              <Check
                size={20}
                strokeWidth={1.75}
                aria-hidden="true"
                className={classes('shrink-0 text-accent', answer !== chosen && 'invisible')}
              />
            </button>
          ))}
        </div>
      </Section>
    </>
  );
}
