/**
 * The outcome of a close: its price, its result after all costs, the quantity that stays open, and the tape entry that proves the
 * price.
 */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { signOf, useFormat } from '../../lib/format.ts';
import type { Position } from '../../live/position-list.ts';
import { TapeProof } from '../../live/tape-proof.tsx';
import { Button } from '../../ui/button.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import type { PositionSheetProps } from './position-sheets.tsx';
import { toneOf, usePositionWords } from './position-words.ts';
import { ResultFacts } from './result-facts.tsx';

type Close = Position['closes'][number];

export type CloseDoneProps = Pick<PositionSheetProps, 'position' | 'tickSize'> & {
  readonly result: CallOutput<'POST lever/close'>;
  /** The close in full, once an event has reported it. */
  readonly close: Close | undefined;
};

/** The result of closing a part. Its share of the opening fee was paid when the position opened. */
function PartFacts({ position, result, close }: Omit<CloseDoneProps, 'tickSize'>) {
  const t = useTranslations('positions');
  const format = useFormat();
  const words = usePositionWords();
  const cost = (value: string) => `${format.moneyUp(value)} USDT`;
  const { pnl, fee } = result;
  if (pnl === null || fee === null) return null;
  const financing = close?.financing;
  const net =
    financing === undefined ? undefined : formatAmount(amount(pnl) - amount(fee) - amount(financing));
  return (
    <>
      <FactRow name={t('profit')}>{words.money(pnl, { signed: true })}</FactRow>
      <FactRow name={t('fee')}>{cost(fee)}</FactRow>
      <FactRow name={t('financing')}>{financing === undefined ? '–' : cost(financing)}</FactRow>
      <FactRow name={t('net')} strong>
        {net === undefined ? (
          '–'
        ) : (
          <span className={toneOf(signOf(net))}>{words.money(net, { signed: true })}</span>
        )}
      </FactRow>
      {close !== undefined && (
        <FactRow name={t('stillOpen')}>{words.size(position, position.open_quantity)}</FactRow>
      )}
    </>
  );
}

export function CloseDone({ position, tickSize, result, close }: CloseDoneProps) {
  const t = useTranslations('positions');
  const format = useFormat();
  const [compared, setCompared] = useState(false);
  const { price, tape_seq: seq } = result;
  if (price === null || seq === null) return <p className="text-base">{t('closingSoon')}</p>;
  return (
    <>
      <dl>
        <FactRow name={t('price')}>{format.price(price, tickSize)}</FactRow>
        <FactRow name={t('tapeEntry')}>{`${position.symbol} #${seq}`}</FactRow>
        {position.status !== 'closed' && <PartFacts position={position} result={result} close={close} />}
      </dl>
      {position.status === 'closed' && <ResultFacts position={position} glance />}
      {compared ? (
        <TapeProof
          symbol={position.symbol}
          seq={seq}
          price={price}
          side={position.side === 'long' ? 'sell' : 'buy'}
        />
      ) : (
        <Button kind="quiet" small className="-ml-3" onClick={() => setCompared(true)}>
          {t('compare')}
        </Button>
      )}
    </>
  );
}
