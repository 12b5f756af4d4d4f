/** The fields of the ticket: limit price, size, and a slider for a share of the available balance. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { spotPrice } from '@candor/domain/trading/spot.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import { LimitPriceField } from '../../../live/limit-price-field.tsx';
import { AmountField } from '../../../parts/amount-field.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { PercentSlider } from '../../../ui/percent-slider.tsx';
import { shareToSize, sizeDecimals, sizeToShare } from './ticket-share.ts';
import type { TicketDraft, TicketFacts, TicketField, TicketView } from './ticket.ts';
import { asksForAmount } from './ticket.ts';

export type TicketFieldsProps = {
  readonly draft: TicketDraft;
  readonly facts: TicketFacts;
  readonly view: TicketView;
  readonly errorAt: (field: TicketField) => string | undefined;
  readonly onChange: (fields: Partial<TicketDraft>) => void;
};

function SizeNotes({ draft, facts, onChange }: Pick<TicketFieldsProps, 'draft' | 'facts' | 'onChange'>) {
  const t = useTranslations('spot');
  const format = useFormat();
  const { base, quote } = facts.instrument;
  const { available } = facts;
  const buys = draft.side === 'buy';
  const byAmount = asksForAmount(draft);
  return (
    <div className="mt-1.5 flex min-h-8 items-center gap-2 text-sm text-quiet">
      <span className="figures min-w-0 flex-1">
        {available !== undefined &&
          t('available', {
            amount: buys
              ? format.money(formatAmount(available.quote))
              : format.quantity(formatAmount(available.base)),
            currency: buys ? quote : base,
          })}
      </span>
      {buys && draft.type === 'market' && (
        <span className="flex" role="group" aria-label={t('basis')}>
          <Chip selected={byAmount} onPress={() => onChange({ basis: 'amount' })}>
            {quote}
          </Chip>
          <Chip selected={!byAmount} onPress={() => onChange({ basis: 'quantity' })}>
            {base}
          </Chip>
        </span>
      )}
    </div>
  );
}

/** Returns the slider's value: the share of the balance that the order uses. */
function shareOf({ draft, facts, view }: Pick<TicketFieldsProps, 'draft' | 'facts' | 'view'>): number {
  const taken = draft.side === 'buy' ? view.leg?.total : view.leg?.quantity;
  return sizeToShare(taken, draft.side === 'buy' ? facts.available?.quote : facts.available?.base);
}

export function TicketFields(props: TicketFieldsProps) {
  const { draft, facts, errorAt, onChange } = props;
  const t = useTranslations('spot');
  const { base, quote } = facts.instrument;
  const byAmount = asksForAmount(draft);
  const field = byAmount ? 'amount' : 'quantity';
  return (
    <>
      {draft.type === 'limit' && (
        <LimitPriceField
          unit={quote}
          value={draft.price}
          onChange={(price) => onChange({ price })}
          quote={facts}
          now={spotPrice(draft.side, facts)}
          tickSize={facts.instrument.tickSize}
          error={errorAt('price')}
          fillsAtOnce={props.view.fillsAtOnce}
        />
      )}
      <div>
        <AmountField
          label={byAmount ? t('amount') : t('quantity')}
          unit={byAmount ? quote : base}
          value={byAmount ? draft.amount : draft.quantity}
          onChange={(value) => onChange({ [field]: value })}
          decimals={sizeDecimals(facts, draft)}
          placeholder="0"
          error={errorAt(field)}
        />
        <SizeNotes draft={draft} facts={facts} onChange={onChange} />
      </div>
      <PercentSlider
        label={t('share')}
        percent={shareOf(props)}
        disabled={facts.available === undefined}
        onChange={(percent) => {
          const size = shareToSize(percent, draft, facts);
          if (size !== undefined) onChange(size);
        }}
      />
    </>
  );
}
