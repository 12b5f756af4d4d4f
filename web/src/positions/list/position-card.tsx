/** An open position: its terms, its current value, the state of its margin, and its actions. */
import { ChevronRight, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import type { Position } from '../../live/position-list.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LevelLine } from './level-line.tsx';
import type { SheetKind } from './position-sheets.tsx';
import { HealthBar, LiveHealth, LiveMark, LiveProfit } from './live-parts.tsx';
import { PositionNotices } from './position-notices.tsx';
import { sideTones, usePositionWords } from './position-words.ts';

export type PositionCardProps = {
  readonly position: Position;
  readonly tickSize: string;
  /** The time at which the market reopens, in Unix seconds; null while it is open. */
  readonly reopensAt: number | null;
  /** Must be the same function at every render; otherwise every card re-renders. */
  readonly onAct: (kind: SheetKind, position: Position) => void;
};

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-quiet">{name}</dt>
      <dd className="figures text-sm break-words">{children}</dd>
    </div>
  );
}

function Heading({ position, onAct }: Pick<PositionCardProps, 'position' | 'onAct'>) {
  const t = useTranslations('positions');
  const words = usePositionWords();
  return (
    <button
      type="button"
      onClick={() => onAct('details', position)}
      className="press flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left"
    >
      <CoinMark of={position.symbol} size={32} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-1.5 font-semibold">
          {position.symbol}
          {position.collateral === 'promo' && <Badge>{t('credit')}</Badge>}
        </span>
        <span className="block text-sm">
          <span className={sideTones[position.side]}>{words.sideAt(position)}</span>{' '}
          <span className="figures text-quiet">{words.size(position, position.open_quantity)}</span>
        </span>
      </span>
      <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className="-mr-1 shrink-0 text-quiet" />
    </button>
  );
}

export const PositionCard = memo(function PositionCard(props: PositionCardProps) {
  const { position, tickSize, reopensAt, onAct } = props;
  const t = useTranslations('positions');
  const format = useFormat();
  const words = usePositionWords();
  const waits = position.status === 'closing';
  const price = (value: string) => format.price(value, tickSize);
  return (
    <article
      aria-label={`${position.symbol} · ${words.sideAt(position)}`}
      className="overflow-hidden rounded-card bg-surface"
    >
      <Heading position={position} onAct={onAct} />
      <div className="flex flex-col gap-2.5 px-4 pb-3">
        <LiveProfit position={position} />
        <dl className="grid grid-cols-3 gap-x-3 gap-y-2">
          <Fact name={t('entry')}>{price(position.entry_price ?? '0')}</Fact>
          <Fact name={t('mark')}>
            <LiveMark position={position} tickSize={tickSize} />
          </Fact>
          <Fact name={t('closeOut')}>
            {position.liquidation_price === null ? t('noCloseOut') : price(position.liquidation_price)}
          </Fact>
          <Fact name={t('margin')}>{format.money(position.margin)}</Fact>
          <Fact name={t('financing')}>{format.moneyUp(position.financing)}</Fact>
          <Fact name={t('health')}>
            <LiveHealth position={position} />
          </Fact>
        </dl>
        <HealthBar position={position} />
        <LevelLine levels={position} tickSize={tickSize} />
        <PositionNotices position={position} tickSize={tickSize} reopensAt={reopensAt} />
        <div className="flex items-center gap-2">
          {!waits && (
            <>
              <Button
                small
                kind="secondary"
                className="min-w-0 flex-1"
                onClick={() => onAct('close', position)}
              >
                {t('close')}
              </Button>
              <Button
                small
                kind="secondary"
                className="min-w-0 flex-1"
                onClick={() => onAct('levels', position)}
              >
                {t('levels')}
              </Button>
              <Button
                small
                kind="secondary"
                className="min-w-0 flex-1"
                onClick={() => onAct('margin', position)}
              >
                {t('margin')}
              </Button>
            </>
          )}
          <IconButton
            icon={Share2}
            size={18}
            className="-mr-2 ml-auto text-soft"
            label={t('shareOf', { symbol: position.symbol })}
            onClick={() => onAct('share', position)}
          />
        </div>
      </div>
    </article>
  );
});
