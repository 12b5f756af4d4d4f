/** The empty conversation, with links to answers to frequent questions, which are faster than support. */
import { MessagesSquare } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { faqLink } from '../../lib/links.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Section } from '../../ui/section.tsx';

const QUESTIONS = ['deposit', 'withdrawal', 'identity', 'option', 'login'] as const;

export function EmptyChat() {
  const t = useTranslations('chat');
  return (
    <>
      <EmptyState icon={MessagesSquare} title={t('emptyTitle')} text={t('emptyText')} />
      <Section title={t('asked')}>
        {QUESTIONS.map((question) => (
          <ListRow
            key={question}
            title={<span className="whitespace-normal">{t(`question.${question}`)}</span>}
            href={faqLink}
          />
        ))}
      </Section>
    </>
  );
}
