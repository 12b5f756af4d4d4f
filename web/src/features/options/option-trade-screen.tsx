/** Fixed-time options on one instrument: its price, the tick chart, the customer's tickets, and the order form. */
import { ChartCandlestick, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCallback, useContext, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { chartLink, forexLink, forexTicketsLink, optionLink, ticketsLink } from '../../lib/links.ts';
import { ScreenEntry, useParam } from '../../lib/location.ts';
import { useChosenInstrument } from '../../live/chosen-instrument.ts';
import { ClosedBadge } from '../../live/closed-badge.tsx';
import { InstrumentScreen } from '../../live/instrument-screen.tsx';
import type { Quotation } from '../../live/quotes.ts';
import type { Ticket } from '../../live/ticket-list.ts';
import { useFigures } from '../../live/use-quotations.ts';
import { ChangeText } from '../../parts/change-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { PriceText } from '../../parts/price-text.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TickChart } from './chart/tick-chart.tsx';
import { TicketStrip } from './running/ticket-strip.tsx';
import { useShownTickets } from './running/use-shown-tickets.ts';
import { useTickets } from './running/use-tickets.ts';
import type { AskedAgain } from './trade/option-ticket.tsx';
import { OptionTicket } from './trade/option-ticket.tsx';
import { againOf } from './trade/stake.ts';
import type { OptionOffer } from './trade/use-option.ts';
import { useOptionOffer } from './trade/use-option.ts';

/** The coins with options. All currencies and metals have options. */
const optionCoins: ReadonlySet<string> = new Set(['BTC/USDT', 'ETH/USDT']);

/** Two columns as in `ui/columns.tsx`, but filled by a single component with both the chart and the ticket. */
const looks =
  'wide:grid wide:grid-cols-[minmax(0,1fr)_384px] wide:grid-rows-[auto_1fr] wide:items-start wide:gap-x-3 wide:pt-3';

/** Returns the link to the screen of all tickets. Currencies and metals have a separate screen. */
function allTicketsLink(row: Quotation | undefined): string {
  return row === undefined || row.kind === 'crypto' ? ticketsLink : forexTicketsLink;
}

export type OptionTradeScreenProps = {
  /** The products, as tabs in the bar. */
  readonly tabs: ReactNode;
};

function Loading() {
  return (
    <div className="space-y-3 p-4">
      <Skeleton className="h-10 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
      <Skeleton className="h-18 rounded-input" />
      <Skeleton className="h-24 rounded-input" />
      <Skeleton className="h-18 rounded-card" />
    </div>
  );
}

function PriceLine({ row }: { readonly row: Quotation }) {
  const t = useTranslations('spot');
  const figures = useFigures(row);
  return (
    <div className="flex min-h-12 items-center justify-between gap-3 bg-surface px-4 pt-2">
      <span className="sr-only">{t('priceAbout')}</span>
      <PriceText value={figures.last} tickSize={row.tick_size} className="text-2xl font-semibold" />
      <span className="flex min-h-6 items-center">
        {figures.open ? <ChangeText value={figures.change} /> : <ClosedBadge row={row} />}
      </span>
    </div>
  );
}

/** Returns the ticket that a link requests to buy again, once each time the link is followed. */
function useLinked(): AskedAgain | undefined {
  const { key } = useContext(ScreenEntry);
  const side = useParam('side');
  const seconds = useParam('seconds');
  const stake = useParam('stake');
  const currency = useParam('currency');
  return useMemo(() => {
    const again = againOf({ side, seconds, stake, currency });
    return again && { ...again, by: key, isFromHere: false };
  }, [key, side, seconds, stake, currency]);
}

type BodyProps = {
  readonly row: Quotation;
  readonly rows: readonly Quotation[];
  readonly tickets: readonly Ticket[];
  readonly offer: OptionOffer;
};

function Body({ row, rows, tickets, offer }: BodyProps) {
  const shown = useShownTickets(tickets);
  const linked = useLinked();
  const answered = useRef<string>(undefined);
  const answersNow = useCallback((by: string) => {
    const isNew = answered.current !== by;
    answered.current = by;
    return isNew;
  }, []);
  const [repeated, setRepeated] = useState<{
    readonly asked: AskedAgain;
    readonly after: string | undefined;
  }>();
  const own = useMemo(() => shown.filter(({ symbol }) => symbol === row.symbol), [shown, row.symbol]);
  const repeat = (ticket: Ticket) => {
    const { symbol, side, seconds, stake, currency } = ticket;
    if (symbol !== row.symbol) return navigate(optionLink(symbol, ticket), { replace: true });
    const by = `${ticket.id} ${performance.now()}`;
    setRepeated({ asked: { side, seconds, stake, currency, by, isFromHere: true }, after: linked?.by });
  };
  // The latest request is used: following a link creates a new history entry.
  const asked = repeated !== undefined && repeated.after === linked?.by ? repeated.asked : linked;
  return (
    <OptionTicket key={row.symbol} row={row} offer={offer} asked={asked} answersNow={answersNow}>
      <PriceLine row={row} />
      <TickChart row={row} tickets={own} />
      <TicketStrip tickets={shown} rows={rows} all={allTicketsLink(row)} onRepeat={repeat} />
    </OptionTicket>
  );
}

const hasOptions = ({ kind, symbol }: Quotation): boolean => kind !== 'crypto' || optionCoins.has(symbol);

export function OptionTradeScreen({ tabs }: OptionTradeScreenProps) {
  const t = useTranslations('option');
  const spot = useTranslations('spot');
  const { query, rows, row, symbol } = useChosenInstrument('option', hasOptions);
  const { offer, error, retry } = useOptionOffer(symbol);
  const own = useTickets();
  const isCoin = row === undefined || row.kind === 'crypto';
  const refetch = (): void => {
    void query.refetch();
    retry();
    own.retry();
  };
  const failed =
    query.error ?? (offer === undefined ? error : undefined) ?? (own.tickets ? undefined : own.error);
  return (
    <InstrumentScreen
      symbol={symbol}
      row={row}
      rows={rows}
      tabs={tabs}
      linkOf={optionLink}
      actions={
        <>
          <IconButton icon={ReceiptText} label={t('all')} onClick={() => navigate(allTicketsLink(row))} />
          <IconButton
            icon={ChartCandlestick}
            label={spot('chart')}
            onClick={() => navigate(isCoin ? chartLink(symbol) : forexLink(symbol))}
          />
        </>
      }
    >
      <div data-columns className={looks}>
        <div className="wide:col-start-2 wide:row-start-1 wide:overflow-clip wide:rounded-t-card"></div>
        {row !== undefined && offer !== undefined && own.tickets !== undefined ? (
          <Body row={row} rows={rows ?? []} tickets={own.tickets} offer={offer} />
        ) : (
          <Awaited query={{ isError: Boolean(failed), error: failed, refetch }} skeleton={<Loading />} />
        )}
      </div>
    </InstrumentScreen>
  );
}
