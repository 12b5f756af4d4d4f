/** The sheet that closes all positions of a product, or its longs or shorts, and shows the outcome of each. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { signOf } from '../../lib/format.ts';
import { useRefusalWords } from '../../lib/refusal-words.ts';
import { useCommand } from '../../lib/use-command.ts';
import type { Position, Product } from '../../live/position-list.ts';
import { Button } from '../../ui/button.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { toneOf, usePositionWords } from './position-words.ts';
import { useTotals } from './use-totals.ts';

export type CloseAllSheetProps = {
  readonly product: Product;
  /** The open positions, without those that are already waiting to close. */
  readonly positions: readonly Position[];
  readonly open: boolean;
  readonly onClose: () => void;
};

const sides = ['all', 'long', 'short'] as const;
type Side = (typeof sides)[number];
type Results = CallOutput<'POST lever/dealall'>;

function Preview({ positions }: { readonly positions: readonly Position[] }) {
  const t = useTranslations('positions');
  const words = usePositionWords();
  const { profit, margin } = useTotals(positions);
  return (
    <dl className="mt-3 border-t border-line pt-1">
      <FactRow name={t('profitNow')} strong>
        {profit === undefined ? (
          '–'
        ) : (
          <span className={toneOf(signOf(profit))}>{words.money(profit, { signed: true })}</span>
        )}
      </FactRow>
      <FactRow name={t('marginOfAll')}>{words.money(margin)}</FactRow>
    </dl>
  );
}

function ResultRow({ result, of }: { readonly result: Results[number]; readonly of: Position | undefined }) {
  const t = useTranslations('positions');
  const words = usePositionWords();
  const refusal = useRefusalWords(result.refusal ?? undefined);
  const name = of === undefined ? `#${result.id}` : `${of.symbol} ${words.sideAt(of)}`;
  return (
    <FactRow name={result.pnl === null ? name : `${name} · ${t('profit')}`}>
      {refusal ??
        (result.pnl === null ? (
          t(`status.${result.status}`)
        ) : (
          <span className={toneOf(signOf(result.pnl))}>{words.money(result.pnl, { signed: true })}</span>
        ))}
    </FactRow>
  );
}

export function CloseAllSheet({ product, positions, open, onClose }: CloseAllSheetProps) {
  const { toastSuccess } = useApi();
  const t = useTranslations('positions');
  const [side, setSide] = useState<Side>('all');
  const [done, setDone] = useState<{ readonly results: Results; readonly of: readonly Position[] }>();
  const { busy, send } = useCommand('POST lever/dealall');
  const chosen = positions.filter((position) => side === 'all' || position.side === side);
  const closeAll = async () => {
    const answer = await send(side === 'all' ? { product } : { product, side });
    if (answer?.type !== 'ok') return;
    setDone({ results: answer.message, of: positions });
    if (answer.message.some(({ status }) => status === 'closed')) toastSuccess('position_closed');
    else if (answer.message.some(({ status }) => status === 'closing')) toastSuccess('close_waiting');
  };
  if (done !== undefined) {
    return (
      <Sheet
        open={open}
        onClose={onClose}
        title={t('closeAllDone')}
        footer={
          <Button block kind="secondary" onClick={onClose}>
            {t('done')}
          </Button>
        }
      >
        {done.results.length === 0 && <p className="text-base">{t('nothingToClose')}</p>}
        <dl>
          {done.results.map((result) => (
            <ResultRow key={result.id} result={result} of={done.of.find(({ id }) => id === result.id)} />
          ))}
        </dl>
      </Sheet>
    );
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('closeAll')}
      footer={
        <Button
          block
          kind="danger"
          busy={busy}
          reason={chosen.length === 0 ? t('nothingToClose') : undefined}
          onClick={() => void closeAll()}
        >
          {t('confirmCloseAll', { count: chosen.length })}
        </Button>
      }
    >
      <Segmented
        label={t('whichSide')}
        options={sides.map((value) => ({
          value,
          label: value === 'all' ? t('allSides') : t(`side.${value}`),
        }))}
        value={side}
        onChange={setSide}
      />
      <p className="mt-3 text-base">{t('closeAllSentence', { count: chosen.length })}</p>
      <Preview positions={chosen} />
    </Sheet>
  );
}
