/** The Trade tab: spot or contracts under one switch; forex has a market of its own, to which the third segment leads. */
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { ContractTradeScreen } from '../features/contracts/contract-trade-screen.tsx';
import { TradeScreen } from '../features/spot/trade-screen.tsx';
import { navigate } from '../lib/hash-history.ts';
import { contractLink, forexMarketLink, spotLink } from '../lib/links.ts';
import { useParam } from '../lib/location.ts';
import { readStored, writeStored } from '../lib/stored.ts';
import { Segmented } from '../ui/segmented.tsx';

const screens = { spot: TradeScreen, contract: ContractTradeScreen } as const;
type Shown = keyof typeof screens;

const lastProductKey = 'candor.trade.product';

/** What the address asks for; one that names a symbol alone means spot. Else what was shown last. */
function useShown(): Shown {
  const product = useParam('product');
  const symbol = useParam('symbol');
  const last = readStored('localStorage', lastProductKey);
  const asked = product ?? (symbol === undefined ? last : 'spot');
  const shown = asked === 'contract' ? 'contract' : 'spot';
  useEffect(() => writeStored('localStorage', lastProductKey, shown), [shown]);
  return shown;
}

function Products({ shown }: { readonly shown: Shown }) {
  const t = useTranslations('opening');
  return (
    <div className="bg-surface px-4 pt-2.5">
      <Segmented
        label={t('products')}
        options={[
          { value: 'spot', label: t('product.spot') },
          { value: 'contract', label: t('product.contract') },
          { value: 'forex', label: t('product.forex') },
        ]}
        value={shown}
        onChange={(product) => {
          if (product === 'forex') navigate(forexMarketLink);
          else navigate(product === 'spot' ? spotLink : contractLink(), { replace: true });
        }}
      />
    </div>
  );
}

export function TradeTab() {
  const shown = useShown();
  const Shown = screens[shown];
  return <Shown products={<Products shown={shown} />} />;
}
