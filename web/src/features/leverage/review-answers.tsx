/** The review of all answers before they are sent. A tap on an answer returns to its question. */
import type { QuestionCode } from '@candor/protocol/leverage/questionnaire.ts';
import { questionCodes } from '@candor/protocol/leverage/questionnaire.ts';
import { Pencil } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Section } from '../../ui/section.tsx';
import type { AnswersDraft } from './answers.ts';
import { answerTo } from './answers.ts';
import { useQuestionTexts } from './question-step.tsx';

export type ReviewAnswersProps = {
  readonly draft: AnswersDraft;
  readonly onChange: (code: QuestionCode) => void;
};

export function ReviewAnswers({ draft, onChange }: ReviewAnswersProps) {
  const t = useTranslations('leverage');
  const texts = useQuestionTexts();
  return (
    <>
      <p className="gutter pt-4 text-sm text-soft">{t('reviewText')}</p>
      <Section title={t('reviewTitle')}>
        {questionCodes.map((code) => {
          const answer = answerTo(draft, code);
          return (
            <button
              key={code}
              type="button"
              onClick={() => onChange(code)}
              className="press hairline flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left last:shadow-none"
            >
              <span className="min-w-0 flex-1">
                <span className="block text-sm text-quiet">{texts.question(code)}</span>
                <span className="block font-medium">
                  {answer === undefined ? t('noAnswer') : texts.answer(code, answer)}
                </span>
              </span>
              <span className="sr-only">{t('change')}</span>
              <Pencil size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-quiet" />
            </button>
          );
        })}
      </Section>
    </>
  );
}
