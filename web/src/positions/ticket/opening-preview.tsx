/**
 * The figures shown before opening, by the rules that charge them, updated with every tick: in one line, which unfolds into all of
 * them.
 */
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { ContractTicket } from '@candor/domain/trading/contract-ticket.ts';
import { openingPrice } from '@candor/domain/trading/contract.ts';
import { financingRate } from '@candor/domain/trading/financing.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { isNowOrNever } from '../../lib/order-terms.ts';
import { paidText } from '../../lib/shown-amounts.ts';
import type { CostFigure } from '../../parts/cost-line.tsx';
import { CostLine } from '../../parts/cost-line.tsx';
import { useWide } from '../../ui/columns.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import type { Opening } from './use-opening.ts';

/** Returns the formats of the figures: money in USDT rounded up as it is charged, and prices on the tick. */
export function useOpeningFigures({ facts, row }: Pick<Opening, 'facts' | 'row'>) {
  const format = useFormat();
  const tick = formatAmount(facts.terms.tickSize);
  return {
    money: (value: Amount) => `${format.money(paidText(value))} USDT`,
    price: (value: Amount) => `${format.price(formatAmount(value), tick)} ${row.quote}`,
    /** Converts a fraction to per cent: 0.0005 becomes "0.05". */
    percent: (rate: Amount) => format.quantity(formatAmount(rate * 100n)),
  };
}

/** Returns how many per cent of the margin a 1% move gains or loses. Apart from rounding, this is the leverage. */
function moveOfMargin({ onePercentMove, margin }: ContractTicket): string {
  return formatAmount(margin === 0n ? 0n : ((onePercentMove * 1000n) / margin) * 10_000_000n);
}

const none = '–';
const opensAt = { market: 'opensAt', limit: 'opensAtLimit', stop: 'opensAtStop' } as const;

/** The figures of the line: the margin, the fee, and the liquidation price. */
export function useOpeningCost(opening: Opening): readonly CostFigure[] {
  const t = useTranslations('opening');
  const { money, price, percent } = useOpeningFigures(opening);
  const { facts, view } = opening;
  const { ticket } = view;
  const closeOut = ticket?.closeOutPrice ?? null;
  return [
    { name: t('margin'), value: ticket === undefined ? none : money(ticket.margin) },
    {
      name: t('fee', { percent: percent(facts.terms.contractFeeRate) }),
      value: ticket === undefined ? none : money(ticket.fee),
    },
    {
      name: t('closeOut'),
      value: ticket === undefined ? none : closeOut === null ? t('noCloseOut') : price(closeOut),
    },
  ];
}

export type OpeningPreviewProps = {
  readonly opening: Opening;
  /** Computed once for the ticket and its keypad. */
  readonly figures: readonly CostFigure[];
};

export function OpeningPreview({ opening, figures }: OpeningPreviewProps) {
  const t = useTranslations('opening');
  const format = useFormat();
  const { money, price, percent } = useOpeningFigures(opening);
  const { draft, facts, view } = opening;
  const { ticket } = view;
  const { terms } = facts;
  const figure = (text: (known: ContractTicket) => string): string =>
    ticket === undefined ? none : text(ticket);
  const atMarket = draft.type === 'market' || isNowOrNever(draft);
  const now = atMarket ? openingPrice(draft.side, facts) : view.limitPrice;
  return (
    <CostLine figures={figures} unfolded={useWide()}>
      <FactRow name={t(opensAt[atMarket ? 'market' : draft.type])}>
        {now === undefined ? none : price(now)}
      </FactRow>
      <FactRow name={t('notional')}>{figure(({ notional }) => money(notional))}</FactRow>
      <FactRow name={t('spreadCost')}>{figure(({ spreadCost }) => money(spreadCost))}</FactRow>
      <FactRow name={t('financing', { percent: percent(financingRate(terms, draft.side)) })}>
        {figure(({ financingADay }) => money(financingADay))}
      </FactRow>
      {draft.stop !== '' && (
        <FactRow name={t('lossAtStop')}>
          {figure(({ lossAtStop }) => (lossAtStop === null ? none : money(lossAtStop)))}
        </FactRow>
      )}
      <FactRow name={t('onePercent')}>
        {figure((known) =>
          t('onePercentIs', {
            amount: `${format.money(formatAmount(known.onePercentMove))} USDT`,
            percent: format.quantity(moveOfMargin(known), 0),
          }),
        )}
      </FactRow>
    </CostLine>
  );
}
