/** The average cost of each coin, its profit at the current bid, and the gains of past sales. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { valueReceived } from '@candor/domain/money/rounding.ts';
import { unrealisedOf } from '@candor/domain/statement/cost-basis.ts';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn, useWallets } from '../lib/customer.ts';
import { signOf, useFormat } from '../lib/format.ts';
import { useCall } from '../lib/queries.ts';
import { useSettled } from '../lib/use-settled.ts';
import { heldOf } from '../lib/wallet-value.ts';
import { AmountText } from '../parts/amount-text.tsx';
import { CoinMark } from '../ui/coin-mark.tsx';
import { FactRow } from '../ui/fact-row.tsx';
import { Section } from '../ui/section.tsx';
import { useQuote } from './use-quote.ts';

type Holding = CallOutput<'GET statement/holdings'>[number];

const TONES = { '-1': 'text-down', '0': 'text-ink', '1': 'text-up' } as const;

function toneOf(value: string): string {
  return TONES[signOf(value)];
}

function HoldingRow({ holding }: { readonly holding: Holding }) {
  const t = useTranslations('coinCosts');
  const format = useFormat();
  const { currency, quantity, cost, average_cost: average, realised } = holding;
  const bid = useQuote(`${currency}/USDT`)?.bid;
  const open =
    bid === undefined || quantity === '0'
      ? undefined
      : unrealisedOf({ cost: amount(cost) }, valueReceived(amount(quantity), amount(bid)));
  const profit = open && formatAmount(open.profit);
  return (
    <div className="hairline px-4 py-3 last:shadow-none">
      <h3 className="flex items-center gap-2 pb-1 font-medium">
        <CoinMark of={currency} size={24} />
        {currency}
      </h3>
      <dl>
        <FactRow name={t('quantity')}>
          <AmountText value={quantity} decimals={8} minDecimals={0} unit={currency} private />
        </FactRow>
        {average !== null && (
          <FactRow name={t('average')}>
            <AmountText value={average} unit="USDT" private />
          </FactRow>
        )}
        {open !== undefined && profit !== undefined && (
          <FactRow name={t('unrealised')}>
            <span className={toneOf(profit)}>
              <AmountText value={profit} unit="USDT" signed private />
            </span>
            {open.percent !== null && ` (${format.percent(formatAmount(open.percent))})`}
          </FactRow>
        )}
        <FactRow name={t('realised')}>
          <span className={toneOf(realised)}>
            <AmountText value={realised} unit="USDT" signed private />
          </span>
        </FactRow>
      </dl>
    </div>
  );
}

/** No event reports a cost. Costs change with the quantities, which the wallets report. */
function useHoldings(): readonly Holding[] | undefined {
  const { data, refetch } = useCall('GET statement/holdings', {}, { enabled: useSignedIn() });
  const wallets = useWallets().data ?? [];
  const held = wallets
    .filter(({ currency }) => currency !== 'USDT')
    .map((wallet) => `${wallet.currency} ${heldOf(wallet)}`)
    .join();
  const now = useSettled(held);
  const before = useRef(now);
  useEffect(() => {
    const isChange = before.current !== '' && before.current !== now;
    before.current = now;
    if (isChange) void refetch();
  }, [now, refetch]);
  return data;
}

export type CostCardProps = {
  /** The coin that is listed first. */
  readonly first?: string;
};

/** The card is an addition to its screen, which is complete without it. */
export function CostCard({ first }: CostCardProps) {
  const t = useTranslations('coinCosts');
  const holdings = useHoldings();
  if (holdings === undefined || holdings.length === 0) return null;
  const isFirst = ({ currency }: Holding): number => (currency === first ? 0 : 1);
  return (
    <Section title={t('holdings')}>
      {holdings
        .toSorted((a, b) => isFirst(a) - isFirst(b))
        .map((holding) => (
          <HoldingRow key={holding.currency} holding={holding} />
        ))}
      <p className="px-4 py-3 text-sm text-quiet">{t('holdingsMean')}</p>
    </Section>
  );
}
