/** The optional fields for take-profit, stop and trailing distance. */
import { decimalsOf } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { closingPrice } from '@candor/domain/trading/contract.ts';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { AmountField } from '../../parts/amount-field.tsx';
import { Chip } from '../../ui/chip.tsx';
import type { LevelName } from './level-distance.ts';
import { isBehindCloseOut, levelAt, levelPercents } from './level-distance.ts';
import { useOpeningFigures } from './opening-preview.tsx';
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
  readonly name: LevelName;
  readonly hint: ReactNode;
};

function LevelField({ opening, problems, onChange, field, name, hint }: LevelFieldProps) {
  const t = useTranslations('opening');
  const { draft, facts, row } = opening;
  const { tickSize, pipSize } = facts.terms;
  // The distance is measured from the limit of an order that may rest, and otherwise from the price at which the position
  // would close.
  const from = typedOpening(draft).limit ?? closingPrice(draft.side, facts);
  const steps = name === 'trailing' ? {} : { stepFrom: formatAmount(from) };
  const set = (percent: number) => {
    onChange({ [name]: formatAmount(levelAt(name, percent, { side: draft.side, from, tickSize })) });
  };
  return (
    <div>
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
      <div role="group" aria-label={t('distanceOf', { level: t(name) })} className="mt-2 flex gap-2">
        {levelPercents.map((percent) => (
          <Chip key={percent} onPress={() => set(percent)}>
            {percent}%
          </Chip>
        ))}
        {draft[name] !== '' && <Chip onPress={() => onChange({ [name]: '' })}>{t('noLevel')}</Chip>}
      </div>
    </div>
  );
}

function useStopHint({ draft, facts, view, row }: Opening): ReactNode {
  const t = useTranslations('opening');
  const { price } = useOpeningFigures({ facts, row });
  const { stop } = typedOpening(draft);
  const closeOut = view.ticket?.closeOutPrice ?? null;
  if (stop === undefined) return t('stopEmptyHint');
  if (closeOut !== null && isBehindCloseOut(draft.side, stop, closeOut)) {
    return <span className="text-warning">{t('stopBehindCloseOut', { price: price(closeOut) })}</span>;
  }
  return t('stopLossHint');
}

export function LevelFields(props: LevelFieldsProps) {
  const t = useTranslations('opening');
  const stopHint = useStopHint(props.opening);
  return (
    <div role="group" aria-label={t('levels')} className="space-y-3">
      <LevelField {...props} field="take_profit" name="takeProfit" hint={t('takeProfitHint')} />
      <LevelField {...props} field="stop_loss" name="stop" hint={stopHint} />
      <LevelField {...props} field="trailing" name="trailing" hint={t('trailingHint')} />
    </div>
  );
}
