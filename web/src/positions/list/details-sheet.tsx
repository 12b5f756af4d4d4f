/** All details of a position or order: its facts, its result, the reason for its close, and a receipt of every fill. */
import { rateSymbolOf } from '@candor/domain/market/conversion.ts';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import type { Position } from '../../live/position-list.ts';
import { Badge } from '../../ui/badge.tsx';
import type { BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { FillReceipt } from './fill-receipt.tsx';
import { fillsOf } from './fills.ts';
import { InstructionFacts } from './instruction-facts.tsx';
import type { PositionSheetProps } from './position-sheets.tsx';
import { sideTones, usePositionWords, useReasonText } from './position-words.ts';
import { ResultFacts } from './result-facts.tsx';

const statusTones: Readonly<Record<Position['status'], BadgeTone>> = {
  pending: 'accent',
  open: 'accent',
  closing: 'warning',
  closed: 'plain',
  cancelled: 'plain',
};

function LevelFacts({ position, tickSize }: Pick<PositionSheetProps, 'position' | 'tickSize'>) {
  const t = useTranslations('positions');
  const format = useFormat();
  const set = [
    ['takeProfit', position.take_profit],
    ['stopLoss', position.stop_loss],
    ['profitLock', position.profit_lock],
    ['trailing', position.trailing],
  ] as const;
  return set.map(([name, level]) =>
    level === null ? null : (
      <FactRow key={name} name={t(name)}>
        {format.price(level, tickSize)}
      </FactRow>
    ),
  );
}

function Facts({ position, tickSize }: Pick<PositionSheetProps, 'position' | 'tickSize'>) {
  const t = useTranslations('positions');
  const spot = useTranslations('spot');
  const format = useFormat();
  const words = usePositionWords();
  const reason = useReasonText(position);
  const price = (value: string) => format.price(value, tickSize);
  const isOver = position.status === 'closed' || position.status === 'cancelled';
  const currency = position.symbol.split('/')[1] ?? '';
  const published = rateSymbolOf(currency);
  return (
    <dl>
      <FactRow name={t('state')}>
        <Badge tone={statusTones[position.status]}>{t(`status.${position.status}`)}</Badge>
      </FactRow>
      {position.status === 'pending' && typeof position.cancel_asked_time === 'number' && (
        <FactRow name={t('cancelling')}>{t('cancellingText')}</FactRow>
      )}
      {!isOver && position.change !== null && <FactRow name={t('changing')}>{t('changingText')}</FactRow>}
      {reason !== undefined && <FactRow name={t('why')}>{reason}</FactRow>}
      <FactRow name={t('position')}>
        <span className={sideTones[position.side]}>{words.sideAt(position)}</span>{' '}
        {words.size(position, position.quantity)}
      </FactRow>
      {!isOver && position.status !== 'pending' && position.open_quantity !== position.quantity && (
        <FactRow name={t('stillOpen')}>{words.size(position, position.open_quantity)}</FactRow>
      )}
      {position.price !== null && (
        <FactRow name={position.type === 'stop' ? spot('stopPrice') : t('limitPrice')}>
          {price(position.price)}
        </FactRow>
      )}
      {typeof position.expires_at === 'number' && (
        <FactRow name={t('endsAt')}>{format.dateTime(Math.floor(position.expires_at / 1000))}</FactRow>
      )}
      {!isOver && (
        <>
          <FactRow name={position.status === 'pending' ? t('frozen') : t('margin')}>
            {words.exact(position.margin)}
          </FactRow>
          {position.status !== 'pending' && (
            <FactRow name={t('financingSoFar')}>{words.exact(position.financing)}</FactRow>
          )}
          <FactRow name={t('closeOut')}>
            {position.liquidation_price === null ? t('noCloseOut') : price(position.liquidation_price)}
          </FactRow>
        </>
      )}
      {position.rate_seq !== null && published !== null && (
        <FactRow name={t('rateNow', { currency })}>
          {`${format.decimal(position.rate, { min: 2, max: 8 })} USDT`}
          <span className="block text-xs text-quiet">
            {t('rateEntry', { symbol: published, seq: String(position.rate_seq) })}
          </span>
        </FactRow>
      )}
      <FactRow name={t('from')}>{t(`collateral.${position.collateral}`)}</FactRow>
      <LevelFacts position={position} tickSize={tickSize} />
      <InstructionFacts position={position} tickSize={tickSize} />
      <FactRow name={t('placed')}>{format.dateTime(position.created_time)}</FactRow>
      {position.closed_time !== null && (
        <FactRow name={t('ended')}>{format.dateTime(position.closed_time)}</FactRow>
      )}
      <FactRow name={t('number')}>{position.id}</FactRow>
    </dl>
  );
}

function footerOf(
  { position, onAct }: PositionSheetProps,
  t: ReturnType<typeof useTranslations<'positions'>>,
): ReactNode {
  switch (position.status) {
    case 'pending':
      return (
        <div className="flex gap-2">
          {position.type !== 'market' && (
            <Button block kind="secondary" onClick={() => onAct('amend', position)}>
              {t('amend')}
            </Button>
          )}
          {position.reduces === undefined && (
            <Button block kind="secondary" onClick={() => onAct('levels', position)}>
              {t('levels')}
            </Button>
          )}
          <Button block kind="danger" onClick={() => onAct('cancel', position)}>
            {t('cancel')}
          </Button>
        </div>
      );
    case 'closed':
      return (
        <Button block kind="secondary" onClick={() => onAct('share', position)}>
          {t('makePicture')}
        </Button>
      );
    case 'open':
      return (
        <Button block kind="secondary" onClick={() => onAct('closeAt', position)}>
          {t('closeAt')}
        </Button>
      );
    case 'closing':
    case 'cancelled':
      return undefined;
  }
}

export function DetailsSheet(props: PositionSheetProps) {
  const { position, tickSize, open, onClose } = props;
  const t = useTranslations('positions');
  const fills = fillsOf(position);
  return (
    <Sheet open={open} onClose={onClose} title={position.symbol} footer={footerOf(props, t)}>
      <Facts position={position} tickSize={tickSize} />
      <ResultFacts position={position} />
      {fills.length > 0 && (
        <div className="mt-2 border-t border-line">
          <h3 className="pt-3 text-sm font-semibold text-soft">{t('receipts')}</h3>
          {fills.map((fill) => (
            <FillReceipt
              key={fill.key}
              position={position}
              fill={fill}
              tickSize={tickSize}
              shown={fills.length === 1}
            />
          ))}
        </div>
      )}
    </Sheet>
  );
}
