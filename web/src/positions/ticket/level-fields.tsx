/** Take-profit, stop and trailing distance, folded away until wanted: each may be left empty. */
import { decimalsOf } from '@candor/domain/market/instrument.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { closingPrice } from '@candor/domain/trading/contract.ts';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AmountField } from '../../ui/amount-field.tsx';
import { classes } from '../../ui/classes.ts';
import type { OpeningField, OpeningProblem } from './opening-problems.ts';
import { typedOpening } from './opening.ts';
import { useFieldSentence } from './opening-words.ts';
import type { Opening } from './use-opening.ts';

export type LevelFieldsProps = {
  readonly opening: Opening;
  readonly problems: readonly OpeningProblem[];
  readonly onChange: Opening['change'];
};

type LevelFieldProps = LevelFieldsProps & {
  readonly field: Extract<OpeningField, 'take_profit' | 'stop_loss' | 'trailing'>;
  readonly name: 'takeProfit' | 'stop' | 'trailing';
  readonly hint: string;
};

function LevelField({ opening, problems, onChange, field, name, hint }: LevelFieldProps) {
  const t = useTranslations('opening');
  const { draft, facts, row } = opening;
  const { tickSize, pipSize } = facts.terms;
  // From the limit of a resting order, else from the price at which the position would close.
  const from: Amount = typedOpening(draft).limit ?? closingPrice(draft.side, facts);
  const steps = name === 'trailing' ? {} : { stepFrom: formatAmount(from) };
  return (
    <AmountField
      label={t(name)}
      unit={row.quote}
      value={draft[name]}
      onChange={(value) => onChange({ [name]: value })}
      decimals={decimalsOf(tickSize)}
      step={formatAmount(pipSize)}
      {...steps}
      placeholder={t('none')}
      error={useFieldSentence(problems, field)}
      hint={hint}
    />
  );
}

export function LevelFields(props: LevelFieldsProps) {
  const t = useTranslations('opening');
  const { draft } = props.opening;
  const set = [draft.takeProfit, draft.stop, draft.trailing].filter((text) => text !== '').length;
  const [open, setOpen] = useState(set > 0);
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 w-full items-center gap-2 text-left text-sm font-medium text-soft active:opacity-70"
      >
        <span className="min-w-0 flex-1">{t('levels')}</span>
        <span className="text-quiet">{set === 0 ? t('none') : t('levelsSet', { count: set })}</span>
        <ChevronDown
          size={18}
          strokeWidth={1.75}
          aria-hidden="true"
          className={classes('shrink-0 transition-transform', open && 'rotate-180')}
        />
      </button>
      {open && (
        <div className="space-y-3 pb-1">
          <LevelField {...props} field="take_profit" name="takeProfit" hint={t('takeProfitHint')} />
          <LevelField
            {...props}
            field="stop_loss"
            name="stop"
            hint={t(draft.stop === '' ? 'stopEmptyHint' : 'stopLossHint')}
          />
          <LevelField {...props} field="trailing" name="trailing" hint={t('trailingHint')} />
        </div>
      )}
    </div>
  );
}
