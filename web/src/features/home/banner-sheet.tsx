/** The explanation behind a banner. The explanation of proofs shows the newest entry of a real tape. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import type { Quotation } from '../../live/quotes.ts';
import { FactRow } from '../../ui/fact-row.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { BannerName } from './banners.tsx';

function TapeExample({ row }: { readonly row: Quotation }) {
  const t = useTranslations('home');
  const format = useFormat();
  const query = useCall(
    'GET tape',
    { symbol: row.symbol, from_seq: row.tape_seq, limit: 1 },
    { ofCustomer: false, staleMs: Number.POSITIVE_INFINITY },
  );
  const entry = query.data?.[0];
  if (query.isError) return null;
  if (entry === undefined) return <Skeleton className="mt-4 h-36 rounded-card" />;
  return (
    <section className="mt-4 rounded-card bg-ground px-3 py-2">
      <h3 className="pt-1 text-sm font-semibold">
        {t('tapeExample', { symbol: row.symbol, seq: String(entry.seq) })}
      </h3>
      <dl>
        <FactRow name={t('tapeBidAsk')}>
          {format.price(entry.bid, row.tick_size)} / {format.price(entry.ask, row.tick_size)}
        </FactRow>
        <FactRow name={t('tapeTime')}>{format.dateTime(Math.floor(entry.time_ms / 1000))}</FactRow>
        <FactRow name={t('tapeHash')}>
          <span className="font-mono text-xs break-all">{entry.hash}</span>
        </FactRow>
      </dl>
    </section>
  );
}

export type BannerSheetProps = {
  readonly name: BannerName;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly row: Quotation | undefined;
};

export function BannerSheet({ name, open, onClose, row }: BannerSheetProps) {
  const t = useTranslations('home');
  return (
    <Sheet open={open} onClose={onClose} title={t(`banner.${name}.title`)}>
      <div className="space-y-3">
        {(['first', 'second', 'third'] as const).map((part) => (
          <p key={part}>{t(`banner.${name}.${part}`)}</p>
        ))}
      </div>
      {name === 'proof' && row !== undefined && <TapeExample row={row} />}
    </Sheet>
  );
}
