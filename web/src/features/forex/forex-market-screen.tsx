/**
 * The forex and metals market: bid, ask and spread of each instrument, the state of the market, and links to rates and
 * positions.
 */
import { Coins, ReceiptText, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { conversionRatesLink, forexPositionsLink, leverageCostsLink } from '../../lib/links.ts';
import { useParam } from '../../lib/location.ts';
import { EndMarker } from '../../ui/end-marker.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MenuIcon } from '../../ui/menu-icon.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TabStrip } from '../../ui/tab-strip.tsx';
import { ForexRow, priceColumn } from './forex-row.tsx';
import type { ForexRow as Row } from './use-forex-list.ts';
import { useForexList } from './use-forex-list.ts';

const tabs = ['forex', 'metal'] as const;
type Tab = (typeof tabs)[number];

function ColumnHeads() {
  const t = useTranslations('forex');
  const spot = useTranslations('spot');
  return (
    <div aria-hidden="true" className="hairline flex min-h-8 items-center px-4 text-xs text-quiet">
      <span className="flex-1">{t('instrument')}</span>
      <span className={priceColumn}>{spot('bid')}</span>
      <span className={priceColumn}>{spot('ask')}</span>
    </div>
  );
}

function List({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <>
      <div className="bg-surface">
        {rows.map((row) => (
          <ForexRow key={row.symbol} row={row} />
        ))}
      </div>
      <EndMarker />
    </>
  );
}

export function ForexMarketScreen() {
  const market = useTranslations('market');
  const titles = useTranslations('titles');
  const kind = useParam('kind');
  const [tab, setTab] = useState<Tab>(() => tabs.find((known) => known === kind) ?? 'forex');
  const query = useForexList();
  return (
    <Screen
      onRefresh={() => query.refetch()}
      actions={
        <>
          <IconButton
            icon={Coins}
            label={titles('conversionRates')}
            onClick={() => navigate(conversionRatesLink)}
          />
          <IconButton
            icon={ReceiptText}
            label={titles('forexPositions')}
            onClick={() => navigate(forexPositionsLink)}
          />
        </>
      }
      header={
        <>
          <TabStrip
            label={titles('forex')}
            tabs={tabs.map((value) => ({ value, label: market(`tab.${value}`) }))}
            value={tab}
            onChange={setTab}
          />
          <ColumnHeads />
        </>
      }
    >
      <Loaded
        query={query}
        skeleton={
          <div className="bg-surface">
            <SkeletonRows count={9} />
          </div>
        }
      >
        {(data) => <List rows={data.filter((row) => row.kind === tab)} />}
      </Loaded>
      {/* Rendered only after the list, so that the layout does not shift. */}
      {query.data !== undefined && (
        <Section>
          <ListRow
            start={<MenuIcon icon={Coins} />}
            title={titles('conversionRates')}
            href={conversionRatesLink}
          />
          <ListRow
            start={<MenuIcon icon={TriangleAlert} />}
            title={titles('leverageCosts')}
            href={leverageCostsLink}
          />
        </Section>
      )}
    </Screen>
  );
}
