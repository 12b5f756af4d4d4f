/** The cost and proceeds of the order, computed by the rule that charges it and updated with every tick. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { spotPrice } from '@candor/domain/trading/spot.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import { FactRow } from '../../../ui/fact-row.tsx';
import { paidText, receivedText } from '../../../lib/shown-amounts.ts';
import type { TicketDraft, TicketFacts } from './ticket-draft.ts';
import { hasLimit, hasStop } from './ticket-draft.ts';
import { totalsOf } from './ticket-totals.ts';
import type { TicketView } from './ticket.ts';

export type TicketPreviewProps = {
  readonly draft: TicketDraft;
  readonly facts: TicketFacts;
  readonly view: TicketView;
};

/** Returns the fee rate in per cent: "0.1" for 0.001. */
export function feePercent(facts: Pick<TicketFacts, 'instrument'>): string {
  return formatAmount(facts.instrument.spotFeeRate * 100n);
}

const none = '–';

export function TicketPreview({ draft, facts, view }: TicketPreviewProps) {
  const t = useTranslations('spot');
  const format = useFormat();
  const { base, quote, tickSize } = facts.instrument;
  const { leg, hold } = view;
  const money = (text: string) => `${format.money(text)} ${quote}`;
  const price = (value: bigint | undefined) =>
    value === undefined ? none : `${format.price(formatAmount(value), formatAmount(tickSize))} ${quote}`;
  const buys = draft.side === 'buy';
  const coins = (
    <FactRow name={buys ? t('get') : t('pay')} strong>
      {leg === undefined ? none : `${format.quantity(formatAmount(leg.quantity))} ${base}`}
    </FactRow>
  );
  return (
    <dl className="rounded-card bg-ground px-3 py-1.5">
      {!buys && coins}
      {totalsOf(draft, view).map(({ name, leg: at }) => (
        <FactRow key={name} name={t(name)} strong>
          {at === undefined ? none : money(buys ? paidText(at.total) : receivedText(at.total))}
        </FactRow>
      ))}
      {buys && coins}
      {hasStop(draft) && <FactRow name={t('stopPrice')}>{price(view.stopPrice)}</FactRow>}
      {hasLimit(draft) && <FactRow name={t('limitPrice')}>{price(view.limitPrice)}</FactRow>}
      {draft.type === 'market' && (
        <FactRow name={t('priceAbout')}>{price(spotPrice(draft.side, facts))}</FactRow>
      )}
      <FactRow name={t('fee', { percent: format.quantity(feePercent(facts)) })}>
        {leg === undefined ? none : money(paidText(leg.fee))}
      </FactRow>
      {hasStop(draft) && (
        <FactRow name={t('hold')}>
          {hold === undefined
            ? none
            : buys
              ? money(paidText(hold.amount))
              : `${format.quantity(formatAmount(hold.amount))} ${base}`}
        </FactRow>
      )}
      {view.worstPrice !== undefined && <FactRow name={t('worst')}>{price(view.worstPrice)}</FactRow>}
    </dl>
  );
}
