/** The chart of one instrument: the figures of its day, candles of every period, indicators, and buy and sell buttons. */
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { chartLink, marketLink } from '../../lib/links.ts';
import { useParam } from '../../lib/location.ts';
import { AlertBell } from '../../live/alerts/alert-bell.tsx';
import { InstrumentPicker } from '../../live/instrument-picker.tsx';
import type { Quotation } from '../../live/quotes.ts';
import { symbolDefault } from '../../live/chosen-instrument.ts';
import { useQuotations } from '../../live/use-quotations.ts';
import { useStars } from '../../live/watchlists/use-stars.tsx';
import { Button } from '../../ui/button.tsx';
import { Columns, useWide } from '../../ui/columns.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChartBeside } from './chart-beside.tsx';
import { ChartFooter } from './chart-footer.tsx';
import { ChartHeader } from './chart-header.tsx';
import type { TradedHere } from './chart-footer.tsx';
import { useTraded } from './use-traded.ts';

/** The rest of the page's height. Next to a ticket, no buttons follow below the chart. */
const heightInPage = 'h-[max(300px,calc(100dvh-305px-var(--safe-top)-var(--safe-bottom)))]';
const heightBeside = 'h-[max(340px,calc(100dvh-270px))]';

export type ChartScreenProps = {
  /** The ticket shown next to the chart if there is room. */
  readonly ticketOf: (row: Quotation, traded: TradedHere) => ReactNode;
};

export function ChartScreen({ ticketOf }: ChartScreenProps) {
  const t = useTranslations('chart');
  const symbol = useParam('symbol') ?? symbolDefault;
  const query = useQuotations();
  const row = query.data?.find((known) => known.symbol === symbol);
  const traded = useTraded(row);
  const product = useParam('product') === 'contract' ? 'contract' : undefined;
  const isWide = useWide();
  const stars = useStars({ always: true, onBar: true });
  if (row === undefined) {
    return (
      <Screen title={symbol}>
        <Loaded query={query} skeleton={<Skeleton className="m-4 h-24 rounded-card" />}>
          {() => (
            <EmptyState
              icon={SearchX}
              title={t('unknown', { symbol })}
              action={
                <Button kind="secondary" small onClick={() => navigate(marketLink)}>
                  {t('toMarket')}
                </Button>
              }
            />
          )}
        </Loaded>
      </Screen>
    );
  }
  const picker = (
    <InstrumentPicker
      row={row}
      rows={query.data ?? []}
      onSelect={(chosen) => navigate(chartLink(chosen, product), { replace: true })}
    />
  );
  const actions = (
    <>
      {stars.starOf(row.symbol)}
      <AlertBell row={row} />
    </>
  );
  if (isWide) {
    return (
      <Screen title={picker} actions={actions}>
        <Columns first={<ChartBeside row={row} height={heightBeside} />}>{ticketOf(row, traded)}</Columns>
        {stars.sheet}
      </Screen>
    );
  }
  return (
    <Screen
      title={picker}
      actions={actions}
      hero={<ChartHeader row={row} onHero />}
      footer={<ChartFooter row={row} traded={traded} />}
    >
      <ChartBeside bare last row={row} height={heightInPage} />
      {stars.sheet}
    </Screen>
  );
}
