/** The News tab: featured articles, all news with the newest first, and a search field. */
import { LifeBuoy, Newspaper } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { helpLink } from '../../lib/links.ts';
import { usePages } from '../../lib/use-pages.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { ArticleRow } from '../../parts/article-row.tsx';
import { ItemList } from '../../parts/item-list.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { MenuIcon } from '../../ui/menu-icon.tsx';
import { Screen } from '../../parts/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Section } from '../../ui/section.tsx';
import { Banners } from './banners.tsx';
import { NothingFound } from './nothing-found.tsx';

const SEARCH_MAX = 100;

export function NewsScreen() {
  const { refetchNamed } = useApi();
  const t = useTranslations('content');
  const titles = useTranslations('titles');
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const searching = search !== '';
  const { query, items, onMore } = usePages('POST news/list', {
    ofCustomer: false,
    inLanguage: true,
    filter: searching ? { kind: 'news', search } : { kind: 'news' },
  });
  return (
    <Screen
      onRefresh={() => refetchNamed(['POST news/list'])}
      header={
        <div className="pb-1.5">
          <SearchField label={t('searchNews')} value={typed} onChange={setTyped} maxLength={SEARCH_MAX} />
        </div>
      }
    >
      {!searching && (
        <>
          <Banners />
          <Section>
            <ListRow
              start={<MenuIcon icon={LifeBuoy} />}
              title={titles('help')}
              subtitle={t('helpText')}
              href={helpLink}
              wrap
            />
          </Section>
        </>
      )}
      <Section {...(!searching && { title: t('latest') })} plain>
        {searching && items?.length === 0 ? (
          <NothingFound search={search} onClear={() => setTyped('')} />
        ) : (
          <div className="overflow-hidden rounded-card">
            <ItemList
              query={query}
              items={items}
              onMore={onMore}
              nothing={{ icon: Newspaper, title: t('noNews'), text: t('noNewsText') }}
            >
              {(item) => <ArticleRow key={item.id} {...item} />}
            </ItemList>
          </div>
        )}
      </Section>
    </Screen>
  );
}
