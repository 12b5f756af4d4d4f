/** Reads the tape entry that a fill refers to, and compares its price with the ask for a purchase or the bid for a sale. */
import { amount } from '@candor/domain/money/amount.ts';
import { BadgeCheck, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format.ts';
import { useCall } from '../lib/queries.ts';
import { FactRow } from '../ui/fact-row.tsx';
import { Awaited } from '../parts/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

export type TapeProofProps = {
  readonly symbol: string;
  readonly seq: number;
  readonly price: string;
  readonly side: 'buy' | 'sell';
};

export function TapeProof({ symbol, seq, price, side }: TapeProofProps) {
  const t = useTranslations('orders');
  const format = useFormat();
  const query = useCall(
    'GET tape',
    { symbol, from_seq: seq, limit: 1 },
    { ofCustomer: false, staleMs: Number.POSITIVE_INFINITY },
  );
  if (query.data === undefined || query.isError) {
    return <Awaited query={query} skeleton={<Skeleton className="my-2 h-28 rounded-input" />} />;
  }
  const entry = query.data.find((one) => one.seq === seq);
  if (entry === undefined) return <p className="py-2 text-sm text-warning">{t('entryMissing')}</p>;
  const matches = amount(side === 'buy' ? entry.ask : entry.bid) === amount(price);
  const Icon = matches ? BadgeCheck : TriangleAlert;
  return (
    <div className="rounded-input bg-ground px-3 py-2">
      <p className={`flex items-center gap-2 text-sm ${matches ? 'text-verified' : 'text-warning'}`}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        {matches ? t(`matches.${side}`) : t('differs')}
      </p>
      <dl>
        <FactRow name={t('bid')}>{format.decimal(entry.bid, { min: 2, max: 8 })}</FactRow>
        <FactRow name={t('ask')}>{format.decimal(entry.ask, { min: 2, max: 8 })}</FactRow>
        <FactRow name={t('time')}>{format.dateTime(Math.floor(entry.time_ms / 1000))}</FactRow>
        <FactRow name={t('hash')}>
          <span className="font-mono text-xs break-all">{entry.hash}</span>
        </FactRow>
      </dl>
    </div>
  );
}
