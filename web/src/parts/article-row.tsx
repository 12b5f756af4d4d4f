/** A row in a list of news: title, date, reading time, image, and a dot until the article has been opened. */
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useFormat } from '../lib/format.ts';
import { articleLink } from '../lib/links.ts';
import { useReadArticles } from '../lib/read-articles.ts';

export type ArticleRowProps = {
  readonly id: string;
  readonly title: string;
  readonly time: number;
  readonly picture: string | null;
  readonly reading_minutes: number;
};

export function ArticleRow({ id, title, time, picture, reading_minutes }: ArticleRowProps) {
  const t = useTranslations('content');
  const { date } = useFormat();
  const read = useReadArticles().ids.includes(id);
  return (
    <Link
      href={articleLink(id)}
      className="press hairline flex min-h-22 items-center gap-3 px-4 py-3 last:shadow-none"
    >
      <span className="min-w-0 flex-1">
        <span className="line-clamp-3 font-medium">{title}</span>
        <span className="figures mt-1 flex flex-wrap items-center gap-x-1.5 text-sm text-quiet">
          {!read && (
            <span role="img" aria-label={t('unread')} className="size-2 shrink-0 rounded-full bg-accent" />
          )}
          <span>{date(time)}</span>
          <span aria-hidden="true">·</span>
          <span>{t('readingMinutes', { minutes: reading_minutes })}</span>
        </span>
      </span>
      {picture !== null && (
        <img
          src={picture}
          alt=""
          width={96}
          height={48}
          loading="lazy"
          className="article-picture aspect-2/1 w-24 shrink-0 rounded-input bg-sunken object-cover"
        />
      )}
    </Link>
  );
}
