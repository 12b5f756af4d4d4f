/** A completed trade: its total result, its costs, and the reason for its close. The row opens its receipts. */
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { signOf, useFormat } from '../../lib/format.ts';
import type { Position } from '../../live/position-list.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { classes } from '../../ui/classes.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { centsDown, resultOf } from '../position-figures.ts';
import { sideTones, toneOf, usePositionWords, useReasonText } from './position-words.ts';
import type { SheetKind } from './position-sheets.tsx';

export type CompletedRowProps = {
  readonly position: Position;
  readonly onAct: (kind: SheetKind, position: Position) => void;
};

function Brought({ position }: { readonly position: Position }) {
  const t = useTranslations('positions');
  const format = useFormat();
  if (position.status === 'cancelled') return <Badge>{t('status.cancelled')}</Badge>;
  const { net, fees, financing } = resultOf(position);
  return (
    <span className="flex shrink-0 flex-col items-end gap-0.5 text-right">
      <span className={classes('font-medium', toneOf(signOf(net)))}>
        <AmountText value={centsDown(net)} signed unit="USDT" />
      </span>
      <span className="figures text-xs text-quiet">{t('feesShort', { amount: format.moneyUp(fees) })}</span>
      {financing !== '0' && (
        <span className="figures text-xs text-quiet">
          {t('financingShort', { amount: format.moneyUp(financing) })}
        </span>
      )}
    </span>
  );
}

export const CompletedRow = memo(function CompletedRow({ position, onAct }: CompletedRowProps) {
  const format = useFormat();
  const words = usePositionWords();
  const reason = useReasonText(position);
  return (
    <button
      type="button"
      onClick={() => onAct('details', position)}
      className="press hairline flex min-h-19 w-full items-center gap-3 px-4 py-2 text-left last:shadow-none"
    >
      <CoinMark of={position.symbol} size={32} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">
          {position.symbol}{' '}
          <span className={classes('text-sm font-normal', sideTones[position.side])}>
            {words.sideAt(position)}
          </span>
        </span>
        <span className="block text-sm text-soft">{reason}</span>
        <span className="block text-xs text-quiet">
          {format.moment(position.closed_time ?? position.created_time)}
        </span>
      </span>
      <Brought position={position} />
    </button>
  );
});
