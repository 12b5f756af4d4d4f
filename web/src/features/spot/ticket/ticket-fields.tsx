/** The fields of the ticket: stop price, limit price, and the size in its centre, with shares of the available balance. */
import { decimalsOf } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { spotPrice } from '@candor/domain/trading/spot.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import { isPostOnly, termOf } from '../../../lib/order-terms.ts';
import { LimitPriceField } from '../../../live/limit-price-field.tsx';
import { AmountField } from '../../../parts/amount-field.tsx';
import { BigAmount } from '../../../parts/big-amount.tsx';
import { SizeShares } from '../../../parts/size-shares.tsx';
import { ChipChoice } from '../../../ui/chip-choice.tsx';
import { shareToSize, sizeDecimals } from './ticket-share.ts';
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

/** The available amount to spend or sell, at the end of the line with the order's type. */
export function Available({ draft, facts }: Pick<TicketFieldsProps, 'draft' | 'facts'>) {
  const t = useTranslations('spot');
  const format = useFormat();
  const { base, quote } = facts.instrument;
  const { available } = facts;
  const buys = draft.side === 'buy';
  return (
    <span className="figures min-h-5 min-w-0 text-right text-sm text-quiet">
      {available !== undefined &&
        t('available', {
          amount: buys
            ? format.money(formatAmount(available.quote))
            : format.quantity(formatAmount(available.base)),
          currency: buys ? quote : base,
        })}
    </span>
  );
}

/** A market purchase is sized in coins or in the amount to spend. */
function UnitSwitch({ draft, facts, onChange }: Pick<TicketFieldsProps, 'draft' | 'facts' | 'onChange'>) {
  const t = useTranslations('spot');
  const { base, quote } = facts.instrument;
  return (
    <ChipChoice<TicketDraft['basis']>
      label={t('basis')}
      className="flex shrink-0"
      options={[
        { value: 'amount', label: quote },
        { value: 'quantity', label: base },
      ]}
      value={asksForAmount(draft) ? 'amount' : 'quantity'}
      onChange={(basis) => onChange({ basis })}
    />
  );
}

function Size({ draft, facts, errorAt, onChange }: Omit<TicketFieldsProps, 'view'>) {
  const t = useTranslations('spot');
  const { base, quote } = facts.instrument;
  const byAmount = asksForAmount(draft);
  const field = byAmount ? 'amount' : 'quantity';
  const isSwitched = draft.side === 'buy' && draft.type === 'market';
  const shares = (
    <SizeShares
      label={t('share')}
      onChoose={(percent) => {
        const size = shareToSize(percent, draft, facts);
        if (size !== undefined) onChange(size);
      }}
    />
  );
  return (
    <div>
      <BigAmount
        label={byAmount ? t('amount') : t('quantity')}
        unit={byAmount ? quote : base}
        unitSwitch={isSwitched ? <UnitSwitch {...{ draft, facts, onChange }} /> : undefined}
        value={byAmount ? draft.amount : draft.quantity}
        onChange={(value) => onChange({ [field]: value })}
        decimals={sizeDecimals(facts, draft)}
        error={errorAt(field)}
        choices={shares}
      />
      <div className="behind-keypad">{shares}</div>
    </div>
  );
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
  const { quote, tickSize } = facts.instrument;
  const now = spotPrice(draft.side, facts);
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
      <Size {...{ draft, facts, errorAt, onChange }} />
    </>
  );
}
