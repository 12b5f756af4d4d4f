/** The fields of the ticket: stop price, limit price, size, and a slider for a share of the available balance. */
import { decimalsOf } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { spotPrice } from '@candor/domain/trading/spot.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import { isPostOnly, termOf } from '../../../lib/order-terms.ts';
import { LimitPriceField } from '../../../live/limit-price-field.tsx';
import { AmountField } from '../../../parts/amount-field.tsx';
import { ChipChoice } from '../../../ui/chip-choice.tsx';
import { PercentSlider } from '../../../ui/percent-slider.tsx';
import { shareToSize, sizeDecimals, sizeToShare } from './ticket-share.ts';
import type { TicketDraft, TicketFacts } from './ticket-draft.ts';
import { asksForAmount, hasLimit, hasStop } from './ticket-draft.ts';
import { TrailField } from './protection-fields.tsx';
import type { TicketField } from './ticket-problems.ts';
import type { TicketView } from './ticket.ts';

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
        <ChipChoice<TicketDraft['basis']>
          label={t('basis')}
          className="flex"
          options={[
            { value: 'amount', label: quote },
            { value: 'quantity', label: base },
          ]}
          value={byAmount ? 'amount' : 'quantity'}
          onChange={(basis) => onChange({ basis })}
        />
      )}
    </div>
  );
}

/** Returns the slider's value: the share of the balance that the order uses. */
function shareOf({ draft, facts, view }: Pick<TicketFieldsProps, 'draft' | 'facts' | 'view'>): number {
  const taken = draft.side === 'buy' ? view.leg?.total : view.leg?.quantity;
  return sizeToShare(taken, draft.side === 'buy' ? facts.available?.quote : facts.available?.base);
}

/**
 * Whether to mention that the order fills immediately. An order that is meant to fill immediately needs no mention, and a
 * post-only order is refused.
 */
function mayFillAtOnce(draft: TicketDraft): boolean {
  return termOf(draft) !== 'IOC' && !isPostOnly(draft);
}

export function TicketFields(props: TicketFieldsProps) {
  const { draft, facts, errorAt, onChange } = props;
  const t = useTranslations('spot');
  const format = useFormat();
  const { base, quote, tickSize } = facts.instrument;
  const now = spotPrice(draft.side, facts);
  const byAmount = asksForAmount(draft);
  const field = byAmount ? 'amount' : 'quantity';
  return (
    <>
      <TrailField {...{ draft, facts, errorAt, onChange }} />
      {hasStop(draft) && (
        <AmountField
          label={t('stopPrice')}
          unit={quote}
          value={draft.stop}
          onChange={(stop) => onChange({ stop })}
          decimals={decimalsOf(tickSize)}
          step={formatAmount(tickSize)}
          stepFrom={formatAmount(now)}
          placeholder={format.price(formatAmount(now), formatAmount(tickSize))}
          error={errorAt('stop_price')}
        />
      )}
      {hasLimit(draft) && (
        <LimitPriceField
          unit={quote}
          value={draft.price}
          onChange={(price) => onChange({ price })}
          quote={facts}
          now={now}
          tickSize={tickSize}
          error={errorAt('price')}
          fillsAtOnce={props.view.fillsAtOnce && mayFillAtOnce(draft)}
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
