/** The exchanges so far; a tap tells what each was made of. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { ArrowRightLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EndMarker } from '../../ui/end-marker.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Legs, RateFacts } from './leg-facts.tsx';

type Exchange = CallOutput<'GET wallet/myFlashAgainstList'>['items'][number];

function Detail({ one }: { readonly one: Exchange }) {
  const t = useTranslations('exchange');
  const format = useFormat();
  return (
    <>
      <dl>
        <FactRow name={t('gave')} strong>
          {format.quantity(one.from_amount)} {one.from}
        </FactRow>
        <FactRow name={t('got')} strong>
          {format.quantity(one.to_amount)} {one.to}
        </FactRow>
        <RateFacts of={one} />
        <FactRow name={t('time')}>{format.dateTime(one.time)}</FactRow>
        <FactRow name={t('number')}>{one.id}</FactRow>
      </dl>
      <Legs legs={one.legs} />
    </>
  );
}

export function ExchangeList({ onNew }: { readonly onNew: () => void }) {
  const t = useTranslations('exchange');
  const format = useFormat();
  const { query, items, onMore } = usePages('GET wallet/myFlashAgainstList');
  const [shown, setShown] = useState<Exchange>();
  const [open, setOpen] = useState(false);
  if (items === undefined) {
    return query.isError ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows count={5} />
    );
  }
  if (items.length === 0) {
    return (
      <EmptyState
        icon={ArrowRightLeft}
        title={t('none')}
        text={t('noneText')}
        action={
          <Button kind="secondary" small onClick={onNew}>
            {t('tab.new')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <div className="bg-surface">
        {items.map((one) => (
          <ListRow
            key={one.id}
            start={<CoinMark of={one.to} size={32} />}
            title={t('pair', { from: one.from, to: one.to })}
            subtitle={format.moment(one.time)}
            wrap
            end={`+${format.quantity(one.to_amount)} ${one.to}`}
            endSubtitle={`−${format.quantity(one.from_amount)} ${one.from}`}
            onPress={() => {
              setShown(one);
              setOpen(true);
            }}
          />
        ))}
      </div>
      <EndMarker onMore={onMore} />
      {shown !== undefined && (
        <Sheet
          open={open}
          onClose={() => setOpen(false)}
          title={t('pair', { from: shown.from, to: shown.to })}
        >
          <Detail one={shown} />
        </Sheet>
      )}
    </>
  );
}
