/** What stands above every article: its title, how long it takes, when it was changed, and whether it is in another language. */
import { localeOf } from '@candor/protocol/languages.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import type { Article } from './use-article.ts';

export function ArticleHead({ article }: { readonly article: Article }) {
  const t = useTranslations('content');
  const { date } = useFormat();
  const language = useSession((session) => session.language);
  const { title, summary, time, reading_minutes, changed_at, picture } = article;
  const facts = [
    ...(time === null ? [] : [date(time)]),
    t('readingMinutes', { minutes: reading_minutes }),
    ...(changed_at === null ? [] : [t('changedOn', { date: date(changed_at) })]),
  ];
  return (
    <header className="space-y-2 pb-4">
      {picture !== null && (
        <img
          src={picture}
          alt=""
          width={640}
          height={320}
          className="mb-4 aspect-2/1 w-full rounded-card bg-sunken object-cover"
        />
      )}
      <h2 lang={localeOf[article.language]} className="text-xl font-semibold text-balance">
        {title}
      </h2>
      <p lang={localeOf[article.language]} className="text-soft">
        {summary}
      </p>
      <p className="figures text-sm text-quiet">{facts.join(' · ')}</p>
      {article.language !== language && (
        <p className="rounded-input bg-sunken px-3 py-2 text-sm text-soft">{t('onlyEnglish')}</p>
      )}
    </header>
  );
}
