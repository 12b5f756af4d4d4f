/** What is held, by coin: its value, what can be used and what is frozen, in each of the three accounts that holds any. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AmountText } from '../../ui/amount-text.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { ValueBar } from './value-bar.tsx';

type Wallet = CallOutput<'POST wallet/list'>[number];
type Account = 'spot' | 'contract' | 'option' | 'experience';

const accounts: readonly Account[] = ['spot', 'contract', 'option', 'experience'];
const COINS_SHOWN = 6;
const COIN_PLACES = 8;

function places(currency: string): { decimals: number; minDecimals: number } {
  return currency === 'USDT' ? { decimals: 2, minDecimals: 2 } : { decimals: COIN_PLACES, minDecimals: 0 };
}

function isEmpty(wallet: Wallet): boolean {
  return accounts.every((account) => {
    const pocket = wallet[account];
    return (
      pocket === undefined || (fromNumeric(pocket.available) === 0n && fromNumeric(pocket.frozen) === 0n)
    );
  });
}

/** Heaviest first, by value in USDT. */
function byValue(one: Wallet, other: Wallet): number {
  const difference = fromNumeric(other.value_usdt) - fromNumeric(one.value_usdt);
  return difference > 0n ? 1 : difference < 0n ? -1 : one.currency.localeCompare(other.currency);
}

function AccountLines({ wallet }: { readonly wallet: Wallet }) {
  const t = useTranslations('account');
  const held = accounts.flatMap((account) => {
    const pocket = wallet[account];
    const empty =
      pocket === undefined || (fromNumeric(pocket.available) === 0n && fromNumeric(pocket.frozen) === 0n);
    return empty && account !== 'spot' ? [] : [{ account, pocket: pocket ?? wallet.spot }];
  });
  return (
    <dl className="hairline space-y-1 px-4 pt-1 pb-3 pl-16 text-sm">
      {held.map(({ account, pocket }) => (
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
      <p className="pt-1 text-quiet">{t('frozenMeans')}</p>
    </dl>
  );
}

function WalletRow({ wallet }: { readonly wallet: Wallet }) {
  const t = useTranslations('account');
  const [open, setOpen] = useState(false);
  return (
    <>
      <ListRow
        start={<CoinMark of={wallet.currency} size={32} />}
        title={wallet.currency}
        subtitle={
          <>
            {t('available')} <AmountText value={wallet.spot.available} {...places(wallet.currency)} private />
          </>
        }
        end={<AmountText value={wallet.value_usdt} private />}
        endSubtitle="USDT"
        expanded={open}
        onPress={() => setOpen(!open)}
      />
      {open && <AccountLines wallet={wallet} />}
    </>
  );
}

export function WalletList({ wallets }: { readonly wallets: readonly Wallet[] }) {
  const t = useTranslations('account');
  const [all, setAll] = useState(false);
  const sorted = wallets.toSorted(byValue);
  const held = sorted.filter((wallet) => !isEmpty(wallet) || wallet.currency === 'USDT');
  const shown = all ? sorted : held.slice(0, COINS_SHOWN);
  return (
    <>
      <ValueBar wallets={held} />
      {shown.map((wallet) => (
        <WalletRow key={wallet.currency} wallet={wallet} />
      ))}
      {shown.length < sorted.length && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="press min-h-11 w-full text-sm font-medium text-accent"
        >
          {t('allCoins', { count: sorted.length })}
        </button>
      )}
    </>
  );
}
