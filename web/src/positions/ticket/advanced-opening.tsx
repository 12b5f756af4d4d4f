/** The folded part of the leveraged ticket: an order that opens when the price comes to a stop. */
import { decimalsOf } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { openingPrice } from '@candor/domain/trading/contract.ts';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AmountField } from '../../parts/amount-field.tsx';
import { classes } from '../../ui/classes.ts';
import { Segmented } from '../../ui/segmented.tsx';
import type { OpeningDraft } from './opening.ts';
import type { Opening } from './use-opening.ts';

export type AdvancedOpeningProps = {
  readonly opening: Opening;
  readonly priceError: string | undefined;
  readonly onChange: Opening['change'];
};

function StopField({ opening, priceError, onChange }: AdvancedOpeningProps) {
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

export function AdvancedOpening(props: AdvancedOpeningProps) {
  const { opening, onChange } = props;
  const { draft } = opening;
  const spot = useTranslations('spot');
  const id = useId();
  const isStop = draft.type === 'stop';
  const [open, setOpen] = useState(isStop);
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="press flex min-h-11 w-full items-center gap-2 text-left text-sm font-medium text-soft"
      >
        <span className="shrink-0">{spot('advanced')}</span>
        <span className="min-w-0 flex-1 text-right text-accent">{isStop && spot('kindName.stop')}</span>
        <ChevronDown
          size={18}
          strokeWidth={1.75}
          aria-hidden="true"
          className={classes('shrink-0 transition-transform', open && 'rotate-180')}
        />
      </button>
      <div id={id} hidden={!open} className="space-y-3">
        {open && (
          <>
            <Segmented<OpeningDraft['type']>
              label={spot('kindLabel')}
              byWord
              options={[{ value: 'stop', label: spot('kindName.stop') }]}
              value={draft.type}
              onChange={(type) => onChange({ type })}
            />
            {isStop && <StopField {...props} />}
          </>
        )}
      </div>
    </div>
  );
}
