/**
 * The folded part of the leveraged ticket: take profit, stop and trailing distance, the expiry of an order, whether it is
 * post-only, and the customer's own name for the order. A stop that opens the position stays outside the fold, so that it is
 * never hidden.
 */
import { decimalsOf } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { openingPrice } from '@candor/domain/trading/contract.ts';
import { useTranslations } from 'use-intl';
import { AdvancedFold } from '../../parts/advanced-fold.tsx';
import { AmountField } from '../../parts/amount-field.tsx';
import { OrderInstructions, useInstructionWords } from '../../parts/order-instructions.tsx';
import { OwnNameField } from '../../parts/own-name-field.tsx';
import { LevelFields } from './level-fields.tsx';
import type { OpeningField, OpeningProblem } from './opening-problems.ts';
import { useFieldSentence } from './opening-words.ts';
import type { Opening } from './use-opening.ts';

export type AdvancedOpeningProps = {
  readonly opening: Opening;
  readonly problems: readonly OpeningProblem[];
  readonly onChange: Opening['change'];
};

type StopFieldProps = Omit<AdvancedOpeningProps, 'problems'> & { readonly priceError: string | undefined };

export function StopField({ opening, priceError, onChange }: StopFieldProps) {
  const t = useTranslations('opening');
  const spot = useTranslations('spot');
  const { draft, facts, row } = opening;
  const { tickSize, pipSize } = facts.terms;
  return (
    <AmountField
      label={spot('stopPrice')}
      unit={row.quote}
      value={draft.price}
      onChange={(price) => onChange({ price })}
      decimals={decimalsOf(tickSize)}
      step={formatAmount(pipSize)}
      stepFrom={formatAmount(openingPrice(draft.side, facts))}
      error={priceError}
      hint={t('stopAbout')}
    />
  );
}

/** The fields of the folded part. */
const folded: readonly (OpeningField | undefined)[] = [
  'take_profit',
  'stop_loss',
  'trailing',
  'client_order_id',
  'expires_at',
];

/** Whether the fold must be open: a problem is never hidden. */
export function hasFoldedProblem(problems: readonly OpeningProblem[]): boolean {
  return problems.some(({ field, code }) => folded.includes(field) && !code.endsWith('_missing'));
}

/** The number of levels that are set. */
export function levelsSet({ takeProfit, stop, trailing }: Opening['draft']): number {
  return [takeProfit, stop, trailing].filter((text) => text !== '').length;
}

type FoldProps = { readonly open: boolean; readonly onToggle: () => void };

export function AdvancedOpening(props: AdvancedOpeningProps & FoldProps) {
  const { opening, problems, open, onToggle, onChange } = props;
  const { draft } = opening;
  const t = useTranslations('opening');
  const spot = useTranslations('spot');
  const count = levelsSet(draft);
  const chosen = useInstructionWords(
    draft,
    count === 0 ? undefined : `${t('levels')}: ${t('levelsSet', { count })}`,
  );
  const endError = useFieldSentence(problems, 'expires_at');
  const nameError = useFieldSentence(problems, 'client_order_id');
  return (
    <AdvancedFold label={spot('advanced')} {...{ chosen, open, onToggle }}>
      <OrderInstructions {...{ draft, onChange }} errorAt={() => endError} />
      <LevelFields {...{ opening, problems, onChange }} />
      <OwnNameField draft={draft} errorAt={() => nameError} onChange={onChange} />
    </AdvancedFold>
  );
}
