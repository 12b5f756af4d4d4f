/** The featured articles as a row of cards. */
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { articleLink } from '../../lib/links.ts';
import { useCall } from '../../lib/queries.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

export function Banners() {
  const t = useTranslations('content');
  const query = useCall('POST news/list', { kind: 'banner' }, { ofCustomer: false, inLanguage: true });
  const banners = query.data?.banners;
  // The list below reports the error.
  if (query.isError || banners?.length === 0) return null;
  return (
    <section aria-label={t('banners')}>
      <ul className="flex snap-x snap-mandatory scroll-px-4 gap-3 overflow-x-auto px-4 pt-3 [scrollbar-width:none]">
        {banners === undefined ? (
          <li className="w-[82%] max-w-96 shrink-0">
            <Skeleton className="h-64 w-full rounded-card" />
          </li>
        ) : (
          banners.map(({ id, title, summary, picture }) => (
            <li key={id} className="w-[82%] max-w-96 shrink-0 snap-start">
              <Link
                href={articleLink(id)}
                className="press block h-full overflow-hidden rounded-card bg-surface shadow-card"
              >
                {picture !== null && (
                  <img
                    src={picture}
                    alt=""
                    width={640}
                    height={320}
                    className="article-picture aspect-2/1 w-full bg-sunken object-cover"
                  />
                )}
                <span className="block p-4">
                  <span className="block font-semibold text-balance">{title}</span>
                  <span data-excerpt className="mt-0.5 line-clamp-3 text-sm text-soft">
                    {summary}
                  </span>
                </span>
              </Link>
            </li>
          ))
        )}
      </ul>
    </section>
  );
}
