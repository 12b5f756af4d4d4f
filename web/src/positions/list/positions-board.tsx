/** A product's positions, open orders and completed trades in three tabs, with all their actions. */
import { Layers } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { navigate } from '../../lib/hash-history.ts';
import { useParam } from '../../lib/location.ts';
import { useNamedPage, useShowNamed } from '../../lib/named-item.ts';
import { useCall } from '../../lib/queries.ts';
import { useNothing } from '../../live/filters/use-nothing.ts';
import { positionLists } from '../../live/position-list.ts';
import type { Position, PositionPart, Product } from '../../live/position-list.ts';
import type { Quotation } from '../../live/quotes.ts';
import { useQuotations } from '../../live/use-quotations.ts';
import { Button } from '../../ui/button.tsx';
import { ArrangedList } from '../../parts/item-list.tsx';
import { Screen } from '../../parts/screen.tsx';
import { TabStrip } from '../../ui/tab-strip.tsx';
import type { PositionFilter } from '../use-positions.ts';
import { usePositions } from '../use-positions.ts';
import { CancelAllSheet } from './cancel-all-sheet.tsx';
import { CloseAllSheet } from './close-all-sheet.tsx';
import { CompletedRow } from './completed-row.tsx';
import { PositionFilters } from './position-filters.tsx';
import { PositionCard } from './position-card.tsx';
import type { PositionSheets } from './position-sheets.tsx';
import { usePositionSheets } from './position-sheets.tsx';
import { RestingRow } from './resting-row.tsx';
import { TotalsStrip } from './totals-strip.tsx';

const parts = ['holding', 'in_transaction', 'completed'] as const satisfies readonly PositionPart[];

export type PositionsBoardProps = {
  readonly product: Product;
  readonly tradeLink: string;
};

type ListProps = {
  readonly part: PositionPart;
  readonly items: readonly Position[];
  readonly rows: ReadonlyMap<string, Quotation>;
  readonly act: PositionSheets['act'];
};

function List({ part, items, rows, act }: ListProps): ReactNode {
  const tickOf = (position: Position) => rows.get(position.symbol)?.tick_size ?? '0.01';
  switch (part) {
    case 'holding':
      return (
        <>
          <TotalsStrip positions={items} />
          <div className="gutter flex flex-col gap-3 pt-3">
            {items.map((position) => (
              <PositionCard
                key={position.id}
                position={position}
                tickSize={tickOf(position)}
                reopensAt={rows.get(position.symbol)?.reopens_at ?? null}
                onAct={act}
              />
            ))}
          </div>
        </>
      );
    case 'in_transaction':
      return (
        <div className="bg-surface">
          {items.map((position) => (
            <RestingRow key={position.id} position={position} tickSize={tickOf(position)} onAct={act} />
          ))}
        </div>
      );
    case 'completed':
      return (
        <div className="bg-surface">
          {items.map((position) => (
            <CompletedRow key={position.id} position={position} onAct={act} />
          ))}
        </div>
      );
  }
}

/** Opens the position that the address names, in whichever tab it is now. */
function useReceiptOf(
  product: Product,
  { signedIn, act }: { signedIn: boolean; act: PositionSheets['act'] },
): void {
  const named = useNamedPage();
  const { data } = useCall(positionLists[product], named ?? {}, { enabled: signedIn && named !== undefined });
  const show = useCallback((position: Position) => act('details', position), [act]);
  useShowNamed(data?.items, show);
}

export function PositionsBoard({ product, tradeLink }: PositionsBoardProps) {
  const t = useTranslations('positions');
  const signedIn = useSignedIn();
  const wanted = useParam('tab');
  const [part, setPart] = useState<PositionPart>(parts.find((one) => one === wanted) ?? 'holding');
  const [all, setAll] = useState<'close' | 'cancel'>();
  const [allOpening, setAllOpening] = useState(0);
  const [filter, setFilter] = useState<PositionFilter>({});
  const query = usePositions(product, {
    ...{ part, enabled: signedIn },
    ...(part === 'completed' && { filter }),
  });
  const { data: items, fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const { data: quotations } = useQuotations();
  const rows = new Map(quotations?.map((row) => [row.symbol, row]));
  const { act, sheet } = usePositionSheets(product, items);
  useReceiptOf(product, { signedIn, act });
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  const nothing = useNothing(
    {
      icon: Layers,
      title: t(`empty.${part}`),
      text: t(`emptyText.${part}`),
      step: { label: t('trade'), onPress: () => navigate(tradeLink) },
    },
    part === 'completed' ? filter : {},
    setFilter,
  );
  const closable = items?.filter(({ status }) => status === 'open') ?? [];
  const askAll = (what: 'close' | 'cancel') => {
    setAll(what);
    setAllOpening((count) => count + 1);
  };
  const footer = (): ReactNode => {
    if (part === 'holding' && closable.length > 1) {
      return (
        <Button block kind="secondary" onClick={() => askAll('close')}>
          {t('closeAll')}
        </Button>
      );
    }
    if (part !== 'in_transaction' || items === undefined || items.length < 2) return undefined;
    return (
      <Button block kind="secondary" onClick={() => askAll('cancel')}>
        {t('cancelAll')}
      </Button>
    );
  };
  return (
    <Screen
      onRefresh={() => query.refetch()}
      header={
        <>
          <TabStrip
            label={t('tabs')}
            tabs={parts.map((value) => ({ value, label: t(`tab.${value}`) }))}
            value={part}
            onChange={setPart}
          />
          {part === 'completed' && <PositionFilters product={product} filter={filter} onChange={setFilter} />}
        </>
      }
      footer={footer()}
    >
      <ArrangedList
        query={query}
        items={items}
        onMore={hasNextPage ? more : undefined}
        lines={6}
        nothing={nothing}
      >
        {(held) => <List part={part} items={held} rows={rows} act={act} />}
      </ArrangedList>
      {sheet}
      <CloseAllSheet
        key={`close ${allOpening}`}
        product={product}
        positions={closable}
        open={all === 'close'}
        onClose={() => setAll(undefined)}
      />
      <CancelAllSheet
        product={product}
        count={items?.length ?? 0}
        open={all === 'cancel'}
        onClose={() => setAll(undefined)}
      />
    </Screen>
  );
}
