/**
 * The field of a level: its price or distance, an explanation, the result of a close there, and the button that removes the
 * level.
 */
import { decimalsOf } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { useRefusalWords } from '../../lib/refusal-words.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { Chip } from '../../ui/chip.tsx';
import { markOf } from '../position-figures.ts';
import type { LevelField as LevelName, LevelsFacts, LevelsView } from './levels-draft.ts';
import { levelsSet } from './levels-draft.ts';
import { usePositionWords } from './position-words.ts';

export type LevelFieldProps = {
  readonly field: LevelName;
  readonly view: LevelsView;
  readonly facts: LevelsFacts;
  readonly tickSize: string;
  readonly typed: string;
  readonly refused: string | undefined;
  readonly onChange: (text: string) => void;
};

/** Returns the explanation of the level and the result of a close there, or the current setting if nothing is typed. */
function useHint({ field, view, facts, tickSize }: LevelFieldProps): string {
  const t = useTranslations('positions');
  const format = useFormat();
  const words = usePositionWords();
  const { value, price, brings, isBeyondCloseOut } = view[field];
  const closeOut = facts.position.liquidation_price;
  const set = levelsSet(facts.position)[field];
  if (value === undefined) {
    return set === '' ? t(`levelHint.${field}`) : t('willBeRemoved', { level: format.price(set, tickSize) });
  }
  if (price === undefined || brings === undefined) return t(`levelHint.${field}`);
  if (isBeyondCloseOut && closeOut !== null) {
    return t('closeOutFirst', { price: format.price(closeOut, tickSize) });
  }
  const amounts = {
    price: format.price(formatAmount(price), tickSize),
    amount: words.money(formatAmount(brings), { signed: true }),
  };
  if (field === 'takeProfit') return t('brings.takeProfit', amounts);
  return field === 'trailing' ? t('brings.trailing', amounts) : t(`brings.${view.stopIs}`, amounts);
}

export function LevelField(props: LevelFieldProps) {
  const { field, view, facts, tickSize, typed, refused, onChange } = props;
  const t = useTranslations('positions');
  const { problem } = view[field];
  const found = useRefusalWords(problem?.code, problem?.params);
  const hint = useHint(props);
  const { terms, position, quote } = facts;
  const from =
    position.entry_price === null ? (position.price ?? '0') : formatAmount(markOf(position.side, quote));
  const names = { takeProfit: t('takeProfit'), stop: t('stop'), trailing: t('trailingDistance') };
  return (
    <div>
      <AmountField
        label={names[field]}
        unit={position.symbol.split('/')[1] ?? ''}
        value={typed}
        onChange={onChange}
        decimals={decimalsOf(terms.tickSize)}
        step={tickSize}
        stepFrom={field === 'trailing' ? '0' : from}
        placeholder={t('notSet')}
        error={refused ?? found}
        hint={hint}
      />
      {typed !== '' && (
        <div className="mt-2">
          <Chip onPress={() => onChange('')}>{t(`remove.${field}`)}</Chip>
        </div>
      )}
    </div>
  );
}
