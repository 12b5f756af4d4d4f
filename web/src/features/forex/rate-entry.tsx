/** The tape entry of a published rate, unchanged. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import type { PublishedRate } from './published-rates.ts';

function Entry({ rate }: { readonly rate: PublishedRate }) {
  const t = useTranslations('forex');
  const orders = useTranslations('orders');
  const format = useFormat();
  const query = useCall(
    'GET tape',
    { symbol: rate.symbol, from_seq: rate.seq, limit: 1 },
    { staleMs: Number.POSITIVE_INFINITY, ofCustomer: false },
  );
  const entry = query.data?.find(({ seq }) => seq === rate.seq);
  if (entry === undefined) {
    if (query.data !== undefined) return <p className="text-sm text-soft">{orders('entryMissing')}</p>;
    return <Awaited query={query} skeleton={<SkeletonRows count={2} />} />;
  }
  return (
    <>
      <dl>
        <FactRow name={t('entryNumber')}>
          {rate.symbol} #{entry.seq}
        </FactRow>
        <FactRow name={t('entryPrice')}>{format.quantity(entry.last)} USDT</FactRow>
        <FactRow name={t('entryTime')}>{format.dateTime(Math.floor(entry.time_ms / 1000))}</FactRow>
      </dl>
      <div className="flex items-center gap-2 border-t border-line pt-2">
        <div className="min-w-0 flex-1">
          <p className="text-sm text-soft">{orders('hash')}</p>
          <p className="font-mono text-xs break-all">{entry.hash}</p>
        </div>
        <CopyButton text={entry.hash} label={t('copyHash')} />
      </div>
      <p className="pt-3 text-sm text-quiet">
        {entry.last === rate.rate ? t('entryAgrees') : t('entryDiffers')}
      </p>
    </>
  );
}

export type RateEntrySheetProps = {
  readonly rate: PublishedRate | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
};

export function RateEntrySheet({ rate, open, onClose }: RateEntrySheetProps) {
  const t = useTranslations('forex');
  return (
    <Sheet open={open} onClose={onClose} title={t('entryTitle')}>
      {rate !== undefined && <Entry rate={rate} />}
    </Sheet>
  );
}
