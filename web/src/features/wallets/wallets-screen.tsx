/** All wallets, or the wallet named in the address. */
import { useParam } from '../../lib/location.ts';
import { OneWallet } from './one-wallet.tsx';
import { Overview } from './overview.tsx';

export function WalletsScreen() {
  const currency = useParam('currency');
  return currency === undefined ? <Overview /> : <OneWallet currency={currency} />;
}
