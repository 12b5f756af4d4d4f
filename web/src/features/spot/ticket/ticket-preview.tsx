/** The cost and proceeds of the order, computed by the rule that charges it and updated with every tick. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { spotPrice } from '@candor/domain/trading/spot.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import { FactRow } from '../../../ui/fact-row.tsx';
import { paidText, receivedText } from '../../../lib/shown-amounts.ts';
import type { TicketDraft, TicketFacts, TicketView } from './ticket.ts';

export type TicketPreviewProps = {
  readonly draft: TicketDraft;
  readonly facts: TicketFacts;
  readonly view: TicketView;
};

/** Returns the fee rate in per cent: "0.1" for 0.001. */
export function feePercent(facts: Pick<TicketFacts, 'instrument'>): string {
  return formatAmount(facts.instrument.spotFeeRate * 100n);
}

export function TicketPreview({ draft, facts, view }: TicketPreviewProps) {
  const t = useTranslations('spot');
  const format = useFormat();
  const { base, quote, tickSize } = facts.instrument;
  const { leg } = view;
  const none = '–';
  const money = (text: string) => `${format.money(text)} ${quote}`;
  const coins = (value: bigint) => `${format.quantity(formatAmount(value))} ${base}`;
  const price = (value: bigint) => `${format.price(formatAmount(value), formatAmount(tickSize))} ${quote}`;
  const buys = draft.side === 'buy';
  const limit = draft.type === 'limit';
  const priced = limit ? view.limitPrice : spotPrice(draft.side, facts);
  return (
    <dl className="rounded-card bg-ground px-3 py-1.5">
      <FactRow name={limit && buys ? t('payMost') : t('pay')} strong>
        {leg === undefined ? none : buys ? money(paidText(leg.total)) : coins(leg.quantity)}
      </FactRow>
      <FactRow name={limit && !buys ? t('getLeast') : t('get')} strong>
        {leg === undefined ? none : buys ? coins(leg.quantity) : money(receivedText(leg.total))}
      </FactRow>
      <FactRow name={limit ? t('limitPrice') : t('priceAbout')}>
        {priced === undefined ? none : price(priced)}
      </FactRow>
      <FactRow name={t('fee', { percent: format.quantity(feePercent(facts)) })}>
        {leg === undefined ? none : money(paidText(leg.fee))}
      </FactRow>
      {view.worstPrice !== undefined && <FactRow name={t('worst')}>{price(view.worstPrice)}</FactRow>}
    </dl>
  );
}
