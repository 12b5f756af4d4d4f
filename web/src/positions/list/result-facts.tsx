/** The result of a position's closes so far: the profit, all its costs, and the remainder. */
import { useTranslations } from 'use-intl';
import { signOf, useFormat } from '../../lib/format.ts';
import type { Position } from '../../live/position-list.ts';
import { FactRow } from '../../ui/fact-row.tsx';
import { resultOf } from '../position-figures.ts';
import { toneOf, usePositionWords } from './position-words.ts';

export type ResultFactsProps = {
  readonly position: Position;
  /** To the cent, costs rounded up; otherwise with every decimal place. */
  readonly glance?: boolean;
};

export function ResultFacts({ position, glance = false }: ResultFactsProps) {
  const t = useTranslations('positions');
  const format = useFormat();
  const words = usePositionWords();
  const result = (value: string) =>
    glance ? words.money(value, { signed: true }) : words.exact(value, { signed: true });
  const cost = (value: string) => (glance ? `${format.moneyUp(value)} USDT` : words.exact(value));
  if (position.closes.length === 0) return null;
  const { profit, fees, financing, shortfall, covered, covers, owed, net } = resultOf(position);
  const isOver = position.status === 'closed';
  return (
    <dl className="mt-2 border-t border-line pt-1">
      <FactRow name={t('profit')}>{result(profit)}</FactRow>
      <FactRow name={t('fees')}>{cost(fees)}</FactRow>
      <FactRow name={t('financing')}>{cost(financing)}</FactRow>
      {covers !== '0' && <FactRow name={t('coversOpposite')}>{cost(covers)}</FactRow>}
      {covered !== '0' && <FactRow name={t('coveredByOpposite')}>{cost(covered)}</FactRow>}
      {shortfall !== '0' && <FactRow name={t('shortfall')}>{cost(shortfall)}</FactRow>}
      {owed !== '0' && <FactRow name={t('paidLater')}>{cost(owed)}</FactRow>}
      <FactRow name={isOver ? t('net') : t('netSoFar')} strong>
        <span className={toneOf(signOf(net))}>{result(net)}</span>
      </FactRow>
    </dl>
  );
}
