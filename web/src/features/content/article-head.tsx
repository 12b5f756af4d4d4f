/**
 * The head of every article: title, reading time, date, and a note if the article is in a language other than the app's. For an
 * agreement, also its earlier versions, and a note if it is no longer in force or if the translation is of an older version.
 */
import { localeOf } from '@candor/protocol/languages.ts';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useFormat } from '../../lib/format.ts';
import { articleLink } from '../../lib/links.ts';
import { useSession } from '../../lib/session.ts';
import type { Article } from './use-article.ts';

function Remark({ children }: { readonly children: ReactNode }) {
  return <p className="rounded-input bg-sunken px-3 py-2 text-sm text-soft">{children}</p>;
}

function OtherVersion({ id, version, children }: { id: string; version?: number; children: ReactNode }) {
  return (
    <p className="-my-1.5">
      <Link
        href={articleLink(id, version)}
        className="inline-flex min-h-11 items-center text-sm font-medium text-accent underline underline-offset-2"
      >
        {children}
      </Link>
    </p>
  );
}

function Standing({ article }: { readonly article: Article }) {
  const t = useTranslations('content');
  const { date } = useFormat();
  const { id, counted_until: until, former_version: former, english_newer_at: newer } = article;
  return (
    <>
      {until !== null && (
        <>
          <Remark>{t('countedUntil', { date: date(until) })}</Remark>
          <OtherVersion id={id}>{t('current')}</OtherVersion>
        </>
      )}
      {newer !== null && <Remark>{t('englishNewer', { date: date(newer) })}</Remark>}
      {former !== null && (
        <OtherVersion id={id} version={former}>
          {t('former')}
        </OtherVersion>
      )}
    </>
  );
}

export function ArticleHead({ article }: { readonly article: Article }) {
  const t = useTranslations('content');
  const { date } = useFormat();
  const language = useSession((session) => session.language);
  const { title, summary, time, reading_minutes, changed_at, picture, agreement } = article;
  const facts = [
    ...(time === null ? [] : [date(time)]),
    t('readingMinutes', { minutes: reading_minutes }),
    ...(changed_at === null ? [] : [t(agreement ? 'countsSince' : 'changedOn', { date: date(changed_at) })]),
  ];
  return (
    <header className="space-y-2 pb-4">
      {picture !== null && (
        <img
          src={picture}
          alt=""
          width={640}
          height={320}
          className="article-picture mb-4 aspect-2/1 w-full rounded-card bg-sunken object-cover"
        />
      )}
      <h2 lang={localeOf[article.language]} className="text-xl font-semibold text-balance">
        {title}
      </h2>
      <p lang={localeOf[article.language]} className="text-soft">
        {summary}
      </p>
      <p className="figures text-sm text-quiet">{facts.join(' · ')}</p>
      {article.language !== language && <Remark>{t('onlyEnglish')}</Remark>}
      <Standing article={article} />
    </header>
  );
}
