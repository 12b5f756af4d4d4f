/**
 * The state of the leveraged ticket: the input, kept across instruments, reloads and failures, and the facts against which it is
 * checked.
 */
import { amount } from '@candor/domain/money/amount.ts';
import { useCallback, useMemo } from 'react';
import { useWallets } from '../../lib/customer.ts';
import { useDraft } from '../../lib/drafts.ts';
import { TERMS } from '../../lib/order-terms.ts';
import { openingReason } from '../../live/closed-reason.ts';
import { useMarketSecond } from '../../live/market-seconds.ts';
import type { Product } from '../../live/position-list.ts';
import type { Quotation } from '../../live/quotes.ts';
import { useFigures } from '../../live/use-quotations.ts';
import { termsOf } from '../terms.ts';
import { readOpening } from './opening.ts';
import type { OpeningDraft, OpeningFacts, OpeningView } from './opening.ts';
import type { Offer } from './use-offer.ts';

/** The input that is kept for other instruments. */
const shared = {
  ...{ side: 'long', type: 'market', quantity: '', leverage: '', collateral: 'contract' },
  ...{ term: 'GTC', until: '', postOnly: '', ownName: '' },
};
/** The input that belongs to one instrument, such as prices. */
const priced = { price: '', takeProfit: '', stop: '', trailing: '' };

export type Opening = {
  readonly product: Product;
  readonly row: Quotation;
  readonly offer: Offer;
  readonly draft: OpeningDraft;
  readonly facts: OpeningFacts;
  readonly view: OpeningView;
  readonly change: (fields: Partial<OpeningDraft>) => void;
  /** Clears quantity and levels after an order; the rest is kept. */
  readonly clearOrdered: () => void;
};

export type OpeningOptions = Pick<Opening, 'product' | 'row' | 'offer'> & { readonly enabled: boolean };

/** Returns the USDT available as margin, or undefined for a visitor and until it has loaded. */
function useAvailable(): OpeningFacts['available'] {
  const wallets = useWallets().data;
  return useMemo(() => {
    if (wallets === undefined) return undefined;
    const usdt = wallets.find(({ currency }) => currency === 'USDT');
    return {
      contract: amount(usdt?.contract.available ?? '0'),
      promo: amount(usdt?.experience?.available ?? '0'),
    };
  }, [wallets]);
}

function useOpeningFacts({ row, offer, enabled }: OpeningOptions): OpeningFacts {
  const figures = useFigures(row);
  const available = useAvailable();
  const second = useMarketSecond();
  const terms = useMemo(() => termsOf(offer), [offer]);
  return {
    symbol: row.symbol,
    terms,
    bid: amount(figures.bid),
    ask: amount(figures.ask),
    rate: offer.rate === null ? undefined : amount(offer.rate.rate),
    closed: openingReason(row, figures.open),
    enabled,
    available,
    nowMs: second === undefined ? undefined : second * 1000,
  };
}

type Texts = Record<keyof typeof shared | keyof typeof priced, string>;

/** Converts stored strings to a draft. An invalid choice is replaced by the first option. */
function draftOf(texts: Texts): OpeningDraft {
  return {
    ...texts,
    side: texts.side === 'short' ? 'short' : 'long',
    type: texts.type === 'limit' || texts.type === 'stop' ? texts.type : 'market',
    collateral: texts.collateral === 'promo' ? 'promo' : 'contract',
    term: TERMS.find((known) => known === texts.term) ?? 'GTC',
    postOnly: texts.postOnly === 'yes',
  };
}

const isPriced = (name: string): boolean => Object.hasOwn(priced, name);

export function useOpening(options: OpeningOptions): Opening {
  const { product, row, offer } = options;
  const own = useDraft(`opening.${product}`, shared);
  const prices = useDraft(`opening.prices.${row.symbol}`, priced);
  const facts = useOpeningFacts(options);
  const draft = draftOf({ ...own.draft, ...prices.draft });
  const { change: changeOwn } = own;
  const { change: changePrices } = prices;
  const change = useCallback(
    (fields: Partial<OpeningDraft>) => {
      const entries = Object.entries(fields).map(
        ([name, value]) => [name, typeof value === 'boolean' ? (value ? 'yes' : '') : value] as const,
      );
      const of = (wanted: boolean) =>
        Object.fromEntries(entries.filter(([name]) => isPriced(name) === wanted));
      if (entries.some(([name]) => isPriced(name))) changePrices(of(true));
      if (entries.some(([name]) => !isPriced(name))) changeOwn(of(false));
    },
    [changeOwn, changePrices],
  );
  const clearOrdered = useCallback(() => {
    // The name belongs to the order that was placed: no two resting orders may have the same name.
    changeOwn({ quantity: '', ownName: '' });
    changePrices({ takeProfit: '', stop: '', trailing: '' });
  }, [changeOwn, changePrices]);
  return { product, row, offer, draft, facts, view: readOpening(draft, facts), change, clearOrdered };
}
