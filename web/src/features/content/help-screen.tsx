/** The help centre: every page by topic, and a full-text search. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { articleLink, faqLink } from '../../lib/links.ts';
import { useCall } from '../../lib/queries.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { ListRow } from '../../ui/list-row.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { MenuIcon } from '../../ui/menu-icon.tsx';
import { Screen } from '../../parts/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { NothingFound } from './nothing-found.tsx';

const SEARCH_MAX = 100;
type HelpItem = CallOutput<'GET news_articles/list'>['items'][number];
type Topic = HelpItem['topic'];
const topicOrder = ['start', 'trading', 'money', 'safety', 'legal'] as const satisfies readonly Topic[];

/** The frequently asked questions have a separate screen, in which each question expands. */
const linkOf = (id: string): string => (id === 'faq' ? faqLink : articleLink(id));

function Found({ item }: { readonly item: HelpItem }) {
  const t = useTranslations('content');
  return (
    <Link href={linkOf(item.id)} className="press hairline block px-4 py-3 last:shadow-none">
      <span className="block text-sm text-quiet">{t(`topic.${item.topic}`)}</span>
      <span className="block font-medium">{item.title}</span>
      <span data-excerpt className="mt-0.5 line-clamp-3 text-sm text-soft">
        {item.excerpt?.map(({ text, hit }, at) => {
          const key = `${at} ${text}`;
          return hit ? (
            <mark key={key} className="rounded bg-warning-wash text-ink">
              {text}
            </mark>
          ) : (
            <span key={key}>{text}</span>
          );
        }) ?? item.summary}
      </span>
    </Link>
  );
}

function Topics({ items }: { readonly items: readonly HelpItem[] }) {
  const t = useTranslations('content');
  return topicOrder.map((topic) => {
    const pages = items.filter((item) => item.topic === topic);
    if (pages.length === 0) return null;
    return (
      <Section key={topic} title={t(`topic.${topic}`)}>
        {pages.map(({ id, title, summary }) => (
          <ListRow
            key={id}
            start={<MenuIcon icon={CircleHelp} />}
            title={title}
            subtitle={summary}
            href={linkOf(id)}
            wrap
          />
        ))}
      </Section>
    );
  });
}

export function HelpScreen() {
  const t = useTranslations('content');
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const searching = search !== '';
  const query = useCall('GET news_articles/list', searching ? { search } : {}, {
    ofCustomer: false,
    inLanguage: true,
    keepPrevious: true,
  });
  const items = query.data?.items;
  return (
    <Screen
      onRefresh={() => query.refetch()}
      header={
        <div className="pb-1.5">
          <SearchField label={t('searchHelp')} value={typed} onChange={setTyped} maxLength={SEARCH_MAX} />
        </div>
      }
    >
      {items === undefined ? (
        <Awaited query={query} skeleton={<SkeletonRows count={8} />} />
      ) : !searching ? (
        <Topics items={items} />
      ) : items.length === 0 ? (
        <NothingFound search={search} onClear={() => setTyped('')} />
      ) : (
        <Section>
          {items.map((item) => (
            <Found key={item.id} item={item} />
          ))}
        </Section>
      )}
    </Screen>
  );
}
