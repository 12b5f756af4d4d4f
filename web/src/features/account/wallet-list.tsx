/** Holdings by coin: the value, and the available and frozen amounts in each account that holds the coin. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { transferLink } from '../../lib/links.ts';
import type { Wallet } from '../../lib/wallet-value.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import type { Holding } from '../../lib/holdings.ts';
import { isHeld, pocketsHeld, shownOf } from '../../lib/holdings.ts';
import { ValueBar } from './value-bar.tsx';

const COINS_SHOWN = 6;
const COIN_PLACES = 8;

function places(currency: string): { decimals: number; minDecimals: number } {
  return currency === 'USDT' ? { decimals: 2, minDecimals: 2 } : { decimals: COIN_PLACES, minDecimals: 0 };
}

function AccountLines({ wallet }: { readonly wallet: Wallet }) {
  const t = useTranslations('account');
  const titles = useTranslations('titles');
  return (
    <div className="hairline px-4 pt-1 pb-3 pl-16 text-sm">
      <dl className="space-y-1">
        {pocketsHeld(wallet).map(({ account, pocket }) => (
          <div key={account} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
            <dt className="text-soft">{t('accountAvailable', { account: t(`accounts.${account}`) })}</dt>
            <dd className="text-right">
              <AmountText value={pocket.available} {...places(wallet.currency)} private />
            </dd>
            <dt className="text-soft">{t('accountFrozen', { account: t(`accounts.${account}`) })}</dt>
            <dd className="text-right">
              <AmountText value={pocket.frozen} {...places(wallet.currency)} private />
            </dd>
          </div>
        ))}
      </dl>
      <p className="pt-1 text-quiet">{t('frozenMeans')}</p>
      <Link
        href={transferLink({ currency: wallet.currency })}
        className="-mb-3 inline-flex min-h-11 items-center font-medium text-accent"
      >
        {titles('transfer')}
      </Link>
    </div>
  );
}

/** Shows the available or invested amounts, listed by account if an account other than spot holds any. */
function Usable({ wallet }: { readonly wallet: Wallet }) {
  const t = useTranslations('account');
  const held = pocketsHeld(wallet);
  return held.map(({ account, pocket }) => (
    <span key={account} className="mr-3 inline-block whitespace-nowrap">
      {held.length === 1 ? t('available') : t(`accounts.${account}`)}{' '}
      <AmountText value={shownOf(account, pocket)} {...places(wallet.currency)} private />
    </span>
  ));
}

function WalletRow({ wallet, value }: Holding) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ListRow
        start={<CoinMark of={wallet.currency} size={32} />}
        title={wallet.currency}
        subtitle={<Usable wallet={wallet} />}
        wrap
        end={<AmountText value={formatAmount(value)} private />}
        endSubtitle="USDT"
        expanded={open}
        onPress={() => setOpen(!open)}
      />
      {open && <AccountLines wallet={wallet} />}
    </>
  );
}

export function WalletList({ list }: { readonly list: readonly Holding[] }) {
  const t = useTranslations('account');
  const [all, setAll] = useState(false);
  const held = list.filter(({ wallet }) => isHeld(wallet) || wallet.currency === 'USDT');
  const shown = all ? list : held.slice(0, COINS_SHOWN);
  return (
    <>
      <ValueBar list={held} />
      {shown.map((holding) => (
        <WalletRow key={holding.wallet.currency} {...holding} />
      ))}
      {shown.length < list.length && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="press min-h-11 w-full text-sm font-medium text-accent"
        >
          {t('allCoins', { count: list.length })}
        </button>
      )}
    </>
  );
}
