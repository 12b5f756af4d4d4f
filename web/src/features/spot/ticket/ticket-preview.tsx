/**
 * The cost and proceeds of the order, computed by the rule that charges it and updated with every tick: in one line, which unfolds
 * into all figures.
 */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { spotPrice } from '@candor/domain/trading/spot.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import type { CostFigure } from '../../../parts/cost-line.tsx';
import { CostLine } from '../../../parts/cost-line.tsx';
import { useWide } from '../../../ui/columns.tsx';
import { FactRow } from '../../../ui/fact-row.tsx';
import { paidText, receivedText } from '../../../lib/shown-amounts.ts';
import type { TicketDraft, TicketFacts } from './ticket-draft.ts';
import { asksForAmount, hasLimit, hasStop } from './ticket-draft.ts';
import { totalsOf } from './ticket-totals.ts';
import type { TicketView } from './ticket.ts';

type Priced = {
  readonly draft: TicketDraft;
  readonly facts: TicketFacts;
  readonly view: TicketView;
};

/** The figures of the line are computed once for the ticket and its keypad. */
export type TicketPreviewProps = Priced & { readonly figures: readonly CostFigure[] };

/** Returns the fee rate in per cent: "0.1" for 0.001. */
export function feePercent(facts: Pick<TicketFacts, 'instrument'>): string {
  return formatAmount(facts.instrument.spotFeeRate * 100n);
}

const none = '–';

/** The two figures of the line: what the order brings, or costs if its size is in coins, and the fee. */
export function useCostFigures({ draft, facts, view }: Priced): readonly CostFigure[] {
  const t = useTranslations('spot');
  const format = useFormat();
  const { base, quote } = facts.instrument;
  const { leg } = view;
  const buys = draft.side === 'buy';
  const money = (text: string) => `${format.money(text)} ${quote}`;
  const totals = totalsOf(draft, view).map(({ name, leg: at }) => ({
    name: t(name),
    value: at === undefined ? none : money(buys ? paidText(at.total) : receivedText(at.total)),
  }));
  const coins = {
    name: t('get'),
    value: leg === undefined ? none : `${format.quantity(formatAmount(leg.quantity))} ${base}`,
  };
  const fee = {
    name: t('fee', { percent: format.quantity(feePercent(facts)) }),
    value: leg === undefined ? none : money(paidText(leg.fee)),
  };
  return [...(asksForAmount(draft) ? [coins] : totals), fee];
}

export function TicketPreview({ draft, facts, view, figures }: TicketPreviewProps) {
  const t = useTranslations('spot');
  const format = useFormat();
  const { base, quote, tickSize } = facts.instrument;
  const { leg, hold } = view;
  const money = (text: string) => `${format.money(text)} ${quote}`;
  const price = (value: bigint | undefined) =>
    value === undefined ? none : `${format.price(formatAmount(value), formatAmount(tickSize))} ${quote}`;
  const buys = draft.side === 'buy';
  return (
    <CostLine figures={figures} unfolded={useWide()}>
      {asksForAmount(draft) ? (
        totalsOf(draft, view).map(({ name, leg: at }) => (
          <FactRow key={name} name={t(name)} strong>
            {at === undefined ? none : money(buys ? paidText(at.total) : receivedText(at.total))}
          </FactRow>
        ))
      ) : (
        <FactRow name={buys ? t('get') : t('pay')} strong>
          {leg === undefined ? none : `${format.quantity(formatAmount(leg.quantity))} ${base}`}
        </FactRow>
      )}
      {hasStop(draft) && <FactRow name={t('stopPrice')}>{price(view.stopPrice)}</FactRow>}
      {hasLimit(draft) && <FactRow name={t('limitPrice')}>{price(view.limitPrice)}</FactRow>}
      {draft.type === 'market' && (
        <FactRow name={t('priceAbout')}>{price(spotPrice(draft.side, facts))}</FactRow>
      )}
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
    </CostLine>
  );
}
