/** The state of the coin-to-coin form, and the facts against which it is checked. */
import { amount } from '@candor/domain/money/amount.ts';
import { useMemo } from 'react';
import { useWallets } from '../../../lib/customer.ts';
import { useDraft } from '../../../lib/drafts.ts';
import { closedReason, openingReason } from '../../../live/closed-reason.ts';
import type { Quotation } from '../../../live/quotes.ts';
import { useFigures } from '../../../live/use-quotations.ts';
import { instrumentOf } from '../../../live/spot-instrument.ts';
import type { ConvertFacts } from './convert.ts';

export type ConvertDraft = { from: string; to: string; amount: string };

const initial: ConvertDraft = { from: 'BTC/USDT', to: 'ETH/USDT', amount: '' };

export function useConvertDraft() {
  return useDraft('spot.convert', initial);
}

export function useConvertFacts(from: Quotation, to: Quotation): ConvertFacts {
  const given = useFigures(from);
  const taken = useFigures(to);
  const wallets = useWallets().data;
  const fromInstrument = useMemo(() => instrumentOf(from), [from]);
  const toInstrument = useMemo(() => instrumentOf(to), [to]);
  const wallet = wallets?.find(({ currency }) => currency === from.base);
  return {
    from: { instrument: fromInstrument, bid: amount(given.bid) },
    to: { instrument: toInstrument, ask: amount(taken.ask) },
    closed: closedReason(from, given.open) ?? openingReason(to, taken.open),
    available: wallets === undefined ? undefined : amount(wallet?.spot.available ?? '0'),
  };
}
