/** The choices that several lists have: their markets, and the customer's currencies. */
import { useTranslations } from 'use-intl';
import { useWallets } from '../../lib/customer.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import type { Quotation } from '../quotes.ts';
import { useQuotations } from '../use-quotations.ts';
import type { Choice } from './list-filters.tsx';

const markOf = (value: string) => ({
  value,
  label: value,
  start: <CoinMark of={value} size={28} />,
});

/** `isListed` selects the markets that the list can have. */
export function useMarketChoice(isListed: (row: Quotation) => boolean): Choice<string> {
  const t = useTranslations('filters');
  const rows = useQuotations().data ?? [];
  return {
    title: t('market'),
    none: t('allMarkets'),
    options: rows.filter(isListed).map(({ symbol }) => markOf(symbol)),
  };
}

export function useCurrencyChoice(): Choice<string> {
  const t = useTranslations('filters');
  const wallets = useWallets().data ?? [];
  return {
    title: t('currency'),
    none: t('allCurrencies'),
    options: wallets.map(({ currency }) => markOf(currency)),
  };
}
