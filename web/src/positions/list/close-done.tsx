/** The outcome of a close: its price, the profit, and the tape entry that proves the price. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { signOf, useFormat } from '../../lib/format.ts';
import { TapeProof } from '../../live/tape-proof.tsx';
import { Button } from '../../ui/button.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import type { PositionSheetProps } from './position-sheets.tsx';
import { toneOf, usePositionWords } from './position-words.ts';

export type CloseDoneProps = Pick<PositionSheetProps, 'position' | 'tickSize'> & {
  readonly result: CallOutput<'POST lever/close'>;
};

export function CloseDone({ position, tickSize, result }: CloseDoneProps) {
  const t = useTranslations('positions');
  const format = useFormat();
  const words = usePositionWords();
  const [compared, setCompared] = useState(false);
  const { price, pnl, fee, tape_seq: seq } = result;
  if (price === null || seq === null) return <p className="text-base">{t('closingSoon')}</p>;
  return (
    <>
      <dl>
        <FactRow name={t('price')}>{format.price(price, tickSize)}</FactRow>
        {pnl !== null && (
          <FactRow name={t('profit')} strong>
            <span className={toneOf(signOf(pnl))}>{words.exact(pnl, { signed: true })}</span>
          </FactRow>
        )}
        {fee !== null && <FactRow name={t('fee')}>{words.exact(fee)}</FactRow>}
        <FactRow name={t('tapeEntry')}>{`${position.symbol} #${seq}`}</FactRow>
      </dl>
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
