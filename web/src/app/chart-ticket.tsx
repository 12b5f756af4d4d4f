/** The ticket for an instrument, as shown next to its chart. */
import type { Product } from '@candor/protocol/own-limits/schemas.ts';
import type { TradedHere } from '../features/chart/chart-footer.tsx';
import { TicketForm } from '../features/spot/ticket/ticket-form.tsx';
import { PriceHeader } from '../live/price-header.tsx';
import { NotOffered, OfferWarnings, useIsOffered } from '../live/product-offer.tsx';
import type { Quotation } from '../live/quotes.ts';
import { LeveragedTicket } from '../positions/ticket/leveraged-ticket.tsx';

const policyNames = { spot: 'spot', contract: 'contracts', forex: 'forex' } as const satisfies Record<
  TradedHere,
  Product
>;

export type ChartTicketProps = { readonly row: Quotation; readonly traded: TradedHere };

export function ChartTicket({ row, traded }: ChartTicketProps) {
  const product = policyNames[traded];
  if (!useIsOffered(product)) return <NotOffered product={product} />;
  return (
    <div className="bg-surface">
      <OfferWarnings product={product} />
      <PriceHeader row={row} />
      <div className="px-4 pt-3 pb-2">
        {traded === 'spot' ? (
          <TicketForm key={row.symbol} row={row} asked={undefined} />
        ) : (
          <LeveragedTicket key={row.symbol} product={traded} row={row} />
        )}
      </div>
    </div>
  );
}
