/**
 * The folded part of the leveraged ticket: stop orders, time in force and post-only; and below the levels, the customer's
 * own name for the order.
 */
import { decimalsOf } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { openingPrice } from '@candor/domain/trading/contract.ts';
import { useTranslations } from 'use-intl';
import { AdvancedFold } from '../../parts/advanced-fold.tsx';
import { AmountField } from '../../parts/amount-field.tsx';
import { OrderInstructions, useInstructionWords } from '../../parts/order-instructions.tsx';
import { OwnNameField } from '../../parts/own-name-field.tsx';
import { SwitchLine } from '../../ui/switch-line.tsx';
import type { OpeningProblem } from './opening-problems.ts';
import { useFieldSentence } from './opening-words.ts';
import type { Opening } from './use-opening.ts';

export type AdvancedOpeningProps = {
  readonly opening: Opening;
  readonly problems: readonly OpeningProblem[];
  readonly onChange: Opening['change'];
};

type StopFieldProps = Omit<AdvancedOpeningProps, 'problems'> & { readonly priceError: string | undefined };

/** The field stays outside the folded part, so that a stop is never hidden. */
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

type FoldProps = { readonly open: boolean; readonly onToggle: () => void };

export function AdvancedOpening(props: AdvancedOpeningProps & FoldProps) {
  const { opening, problems, open, onToggle, onChange } = props;
  const { draft } = opening;
  const t = useTranslations('opening');
  const spot = useTranslations('spot');
  const chosen = useInstructionWords(draft, draft.type === 'stop' ? t('stopKind') : undefined);
  const endError = useFieldSentence(problems, 'expires_at');
  return (
    <AdvancedFold label={spot('advanced')} {...{ chosen, open, onToggle }}>
      <SwitchLine
        label={t('stopKind')}
        on={draft.type === 'stop'}
        onChange={(on) => onChange({ type: on ? 'stop' : 'market' })}
      />
      <OrderInstructions {...{ draft, onChange }} errorAt={() => endError} />
    </AdvancedFold>
  );
}

export function OpeningName({ opening, problems, onChange }: AdvancedOpeningProps) {
  const error = useFieldSentence(problems, 'client_order_id');
  return <OwnNameField draft={opening.draft} errorAt={() => error} onChange={onChange} />;
}
