/** The outcomes of a plan's due dates, newest first: purchases with their receipts, and skips with their reasons. */
import { purchaseStates } from '@candor/protocol/recurring/schemas.ts';
import { History as HistoryIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { useShowNamed } from '../../lib/named-item.ts';
import { usePages } from '../../lib/use-pages.ts';
import type { ListFilter } from '../../live/filters/list-filter.ts';
import { requestOf } from '../../live/filters/list-filter.ts';
import { ListFilters } from '../../live/filters/list-filters.tsx';
import { useNothing } from '../../live/filters/use-nothing.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { BadgeTone } from '../../ui/badge.tsx';
import { ItemList } from '../../parts/item-list.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { useOpened } from '../../ui/use-opened.ts';
import { PurchaseSheet } from './purchase-sheet.tsx';
import { useSkipReason } from './skip-reason.ts';
import { coinOf } from './use-plans.ts';
import type { Plan, Purchase } from './use-plans.ts';

const tones: Readonly<Record<Purchase['status'], BadgeTone>> = {
  ordered: 'accent',
  bought: 'good',
  skipped: 'warning',
};

function PurchaseRow({
  purchase,
  coin,
  onOpen,
}: {
  readonly purchase: Purchase;
  readonly coin: string;
  readonly onOpen: () => void;
}) {
  const t = useTranslations('recurring');
  const format = useFormat();
  const reason = useSkipReason(purchase.reason);
  const { fill, status } = purchase;
  return (
    <ListRow
      wrap
      title={format.moment(purchase.due_at)}
      subtitle={
        <>
          <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
          {reason !== undefined && <span className="mt-1 block">{reason}</span>}
        </>
      }
      end={
        fill !== null && (
          <AmountText value={fill.quantity} decimals={8} minDecimals={0} unit={coin} signed private />
        )
      }
      onPress={onOpen}
      chevron
    />
  );
}

type HistoryChoices = { kind: Purchase['status'] };
type HistoryFilter = ListFilter<HistoryChoices>;

/** All purchases of a plan are of one market, so the filters are the outcome and the period. */
function HistoryFilters({
  filter,
  onChange,
}: {
  readonly filter: HistoryFilter;
  readonly onChange: (filter: HistoryFilter) => void;
}) {
  const t = useTranslations('filters');
  const recurring = useTranslations('recurring');
  const kind = {
    title: t('status'),
    none: t('allStatuses'),
    options: purchaseStates.map((value) => ({ value, label: recurring(`status.${value}`) })),
  };
  return <ListFilters<HistoryChoices> choices={{ kind }} filter={filter} onChange={onChange} />;
}

export function History({ plan }: { readonly plan: Plan }) {
  const t = useTranslations('recurring');
  const [filter, setFilter] = useState<HistoryFilter>({});
  const pages = usePages('GET recurring/purchases', { filter: { id: plan.id, ...requestOf(filter) } });
  const nothing = useNothing(
    { icon: HistoryIcon, title: t('nothingYet'), text: t('nothingYetText') },
    filter,
    (next: HistoryFilter) => setFilter(next),
  );
  const { item, show, sheet } = useOpened(pages.items);
  useShowNamed(pages.items, show, 'purchase');
  return (
    <>
      <h2 className="gutter pt-4 pb-1 text-sm font-semibold text-soft">{t('history')}</h2>
      <HistoryFilters filter={filter} onChange={setFilter} />
      <ItemList {...pages} lines={4} nothing={nothing}>
        {(purchase) => (
          <PurchaseRow
            key={purchase.id}
            purchase={purchase}
            coin={coinOf(plan)}
            onOpen={() => show(purchase)}
          />
        )}
      </ItemList>
      {item !== undefined && <PurchaseSheet {...sheet} purchase={item} plan={plan} />}
    </>
  );
}
