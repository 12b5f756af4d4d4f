/** Finds instruments, screens and pages of help by what the customer types. Arrow keys move through the results. */
import { CircleHelp, CornerDownRight, SearchX } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { articleLink, faqLink } from '../../lib/links.ts';
import { useCall } from '../../lib/queries.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { QuoteRow } from '../../live/quote-row.tsx';
import { useQuotations } from '../../live/use-quotations.ts';
import { Screen } from '../../parts/screen.tsx';
import { useEntries } from '../../platform/entries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { MenuIcon } from '../../ui/menu-icon.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Section } from '../../ui/section.tsx';
import { places } from './places.ts';
import { found } from './rank.ts';

const SEARCH_MAX = 100;
const INSTRUMENTS_MAX = 6;
const SCREENS_MAX = 8;
const PAGES_MAX = 5;

/** Screens by their titles: those of the menus and those that no menu lists. */
function useScreensFound(typed: string) {
  const t = useTranslations();
  const signedIn = useSignedIn();
  const { menu } = useEntries();
  const listed = useMemo(
    () => [
      ...menu
        .filter((entry) => signedIn || entry.forCustomers !== true)
        .map(({ icon, says, href }) => ({ icon, href, names: [t(says)] })),
      ...places.map(({ title, href }) => ({ icon: CornerDownRight, href, names: [t(`titles.${title}`)] })),
    ],
    [menu, signedIn, t],
  );
  return found(listed, typed, SCREENS_MAX);
}

function useInstrumentsFound(typed: string) {
  const t = useTranslations('market');
  const { data } = useQuotations();
  const listed = useMemo(
    () =>
      (data ?? []).map((row) => ({
        row,
        names: [row.symbol, row.symbol.replace('/', ''), t(`kind.${row.kind}`)],
      })),
    [data, t],
  );
  return typed === '' ? listed.slice(0, INSTRUMENTS_MAX) : found(listed, typed, INSTRUMENTS_MAX);
}

function usePagesFound(typed: string) {
  const search = useSettled(typed);
  const { data } = useCall('GET news_articles/list', search === '' ? {} : { search }, {
    ofCustomer: false,
    inLanguage: true,
    keepPrevious: true,
  });
  return search === '' ? [] : (data?.items ?? []).slice(0, PAGES_MAX);
}

/** Enter opens the first result; arrow keys move the focus between the field and the results. */
function onKey(event: KeyboardEvent, area: HTMLElement): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement)
    area.querySelector<HTMLElement>('main a')?.click();
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops = [...area.querySelectorAll<HTMLElement>('input, main a')].filter((stop) =>
    stop.checkVisibility(),
  );
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

export function SearchScreen() {
  const t = useTranslations('search');
  const [value, setValue] = useState('');
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const node = area.current;
    if (node === null) return undefined;
    const listen = (event: KeyboardEvent): void => onKey(event, node);
    node.addEventListener('keydown', listen);
    return () => node.removeEventListener('keydown', listen);
  }, []);
  const typed = value.trim();
  const instruments = useInstrumentsFound(typed);
  const screens = useScreensFound(typed);
  const pages = usePagesFound(typed);
  const nothing = typed !== '' && instruments.length + screens.length + pages.length === 0;
  return (
    <div ref={area}>
      <Screen
        header={
          <div className="pb-1.5">
            <SearchField
              focused
              label={t('field')}
              value={value}
              onChange={setValue}
              maxLength={SEARCH_MAX}
            />
          </div>
        }
      >
        {instruments.length > 0 && (
          <Section title={t('instruments')}>
            {instruments.map(({ row }) => (
              <QuoteRow key={row.symbol} row={row} />
            ))}
          </Section>
        )}
        {screens.length > 0 && (
          <Section title={t('screens')}>
            {screens.map(({ icon, href, names }) => (
              <ListRow key={href} start={<MenuIcon icon={icon} />} title={names[0]} href={href} />
            ))}
          </Section>
        )}
        {pages.length > 0 && (
          <Section title={t('help')}>
            {pages.map(({ id, title, summary }) => (
              <ListRow
                key={id}
                start={<MenuIcon icon={CircleHelp} />}
                title={title}
                subtitle={summary}
                href={id === 'faq' ? faqLink : articleLink(id)}
                wrap
              />
            ))}
          </Section>
        )}
        {nothing && <EmptyState icon={SearchX} title={t('nothing')} text={t('nothingText')} />}
      </Screen>
    </div>
  );
}
