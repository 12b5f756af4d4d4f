/** The customer's positions and open orders on an instrument as lines for its chart, with the current profit. */
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { pixelFloat } from '../../live/chart/candle-feed.ts';
import type { OrderLine } from '../../live/chart/order-lines.ts';
import type { Product } from '../../live/position-list.ts';
import type { Quotation } from '../../live/quotes.ts';
import { useQuotes } from '../../live/use-quotes.ts';
import type { MovedLevel } from '../list/position-sheets.tsx';
import { usePositionWords } from '../list/position-words.ts';
import { figuresOf } from '../position-figures.ts';
import { useTermsOf } from '../terms.ts';
import { usePositions } from '../use-positions.ts';
import type { PositionLine } from './position-lines.ts';
import { positionLines } from './position-lines.ts';
import type { AskToMove } from './use-position-moves.tsx';

const none: readonly PositionLine[] = [];

/** Terms and prices are requested only if there are positions to value, and therefore only for customers. */
function useProfits(symbol: string, lines: readonly PositionLine[]) {
  const wanted = lines.length === 0 ? [] : [symbol];
  const terms = useTermsOf(wanted).get(symbol);
  const [quote] = useQuotes(wanted);
  return useMemo(() => {
    if (terms === undefined || quote === undefined) return new Map<string, string>();
    const opened = lines.filter(({ kind }) => kind === 'entry');
    return new Map(opened.map(({ id, position }) => [id, figuresOf(terms, position, quote).profit]));
  }, [terms, quote, lines]);
}

export type PositionLinesOptions = {
  readonly product: Product;
  readonly row: Quotation;
  /** Must be the same at every render. */
  readonly ask: AskToMove;
};

/** The field that moving a line changes; undefined for a line that states a fact. */
function movedBy({ kind, position }: PositionLine): MovedLevel | undefined {
  if (kind === 'takeProfit') return 'takeProfit';
  if (kind === 'stopLoss' || kind === 'profitLock') return 'stop';
  return kind === 'order' && position.type !== 'market' && position.cancel_asked_time === null
    ? 'price'
    : undefined;
}

export function usePositionLines({ product, row, ask }: PositionLinesOptions): readonly OrderLine[] {
  const { symbol, tick_size: tickSize } = row;
  const t = useTranslations('opening');
  const words = usePositionWords();
  const enabled = useSignedIn();
  const held = usePositions(product, { part: 'holding', symbol, enabled }).data;
  const resting = usePositions(product, { part: 'in_transaction', symbol, enabled }).data;
  const lines = useMemo(
    () =>
      !enabled || (held === undefined && resting === undefined)
        ? none
        : positionLines([...(held ?? []), ...(resting ?? [])]),
    [enabled, held, resting],
  );
  const profits = useProfits(symbol, lines);
  const labelOf = ({ id, kind, position }: PositionLine): string => {
    const side = t(position.side);
    if (kind === 'order') return t('line.order', { side, quantity: words.size(position, position.quantity) });
    if (kind !== 'entry') return t(`line.${kind}`);
    const quantity = words.size(position, position.open_quantity);
    const profit = profits.get(id);
    return profit === undefined
      ? t('line.order', { side, quantity })
      : t('line.entry', { side, quantity, profit: words.money(profit, { signed: true }) });
  };
  const labels = lines.map(labelOf).join('\n');
  // Reuses equal lines, so that a tick that changes no figure redraws nothing.
  return useMemo(
    () =>
      lines.map((line, at) => {
        const { id, kind, price, position } = line;
        const label = labels.split('\n')[at] ?? '';
        const field = movedBy(line);
        return {
          id,
          level: pixelFloat(price),
          side: position.side === 'long' ? 'buy' : 'sell',
          ...(kind === 'closeOut'
            ? { tone: 'warning' }
            : kind === 'entry' || kind === 'order'
              ? {}
              : { tone: 'soft' }),
          label,
          ...(field !== undefined && {
            move: {
              name: label,
              price,
              tickSize,
              ask: (to: string, onEnd: () => void) => ask(position, { field, price: to }, onEnd),
            },
          }),
        };
      }),
    [lines, labels, tickSize, ask],
  );
}
