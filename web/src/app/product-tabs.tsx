/** The products of the Trade tab, as tabs in its bar. */
import { Tabs } from '@base-ui/react/tabs';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../lib/hash-history.ts';
import { contractLink, forexTicketLink, optionLink, spotLink } from '../lib/links.ts';
import type { TradedProduct } from '../live/chosen-instrument.ts';

const links: Readonly<Record<TradedProduct, () => string>> = {
  spot: () => spotLink,
  contract: contractLink,
  option: optionLink,
  forex: forexTicketLink,
};
const products = ['spot', 'contract', 'option', 'forex'] as const;

export type ProductTabsProps = {
  readonly shown: TradedProduct;
  readonly onChosen: () => void;
  /**
   * Returns once whether the product was just chosen with the tabs. The tabs are remounted together with their screen, and would
   * otherwise lose the focus.
   */
  readonly takeChosen: () => boolean;
};

export function ProductTabs({ shown, onChosen, takeChosen }: ProductTabsProps) {
  const t = useTranslations('opening');
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Restores the focus, so that the arrow keys continue from the chosen product.
    if (takeChosen()) area.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
  }, [takeChosen]);
  return (
    <Tabs.Root
      value={shown}
      onValueChange={(product: TradedProduct) => {
        onChosen();
        navigate(links[product](), { replace: true });
      }}
      className="contents"
    >
      <Tabs.List
        ref={area}
        activateOnFocus
        aria-label={t('products')}
        className="flex gap-5 overflow-x-auto px-3 [scrollbar-width:none] max-[389px]:gap-3.5 desk:gap-1"
      >
        {products.map((product) => (
          <Tabs.Tab
            key={product}
            value={product}
            className="min-h-11 shrink-0 border-b-2 border-transparent text-base font-semibold whitespace-nowrap text-on-hero max-[389px]:text-sm transition-colors data-active:border-white data-active:text-white desk:rounded-full desk:border-b-0 desk:px-4 desk:text-soft desk:data-active:bg-surface desk:data-active:text-ink"
          >
            {t(`product.${product}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs.Root>
  );
}
