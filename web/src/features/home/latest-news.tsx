/** The latest news at the end of Home. The section is left out if there is no news or if the news fails to load. */
import { useTranslations } from 'use-intl';
import { newsLink } from '../../lib/links.ts';
import { useCall } from '../../lib/queries.ts';
import { ArticleRow } from '../../parts/article-row.tsx';
import { Section } from '../../ui/section.tsx';

const SHOWN = 3;
const STALE_MS = 5 * 60_000;

export function LatestNews() {
  const t = useTranslations('home');
  const query = useCall(
    'POST news/list',
    { kind: 'news', limit: SHOWN },
    { ofCustomer: false, inLanguage: true, staleMs: STALE_MS },
  );
  const items = query.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Section title={t('latestNews')} more={{ href: newsLink, label: t('allNews') }}>
      {items.map((item) => (
        <ArticleRow key={item.id} {...item} />
      ))}
    </Section>
  );
}
