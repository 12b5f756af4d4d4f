/** The value of each of a customer's accounts in USDT, over all its currencies. Pure. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { Priced, Wallet } from '../../lib/wallet-value.ts';
import { valueOfPart } from '../../lib/wallet-value.ts';

const accounts = ['spot', 'contract', 'option', 'fund', 'experience'] as const;

export type AccountValue = {
  readonly account: (typeof accounts)[number];
  readonly available: string;
  readonly frozen: string;
};

const isInvested = ({ fund }: Wallet): boolean => fund !== undefined && amount(fund.frozen) > 0n;

/** Lists experience credit last and excludes it from the total, because it is not the customer's own money. */
export function accountValues(wallets: readonly Wallet[], rows: readonly Priced[]): readonly AccountValue[] {
  return accounts
    .filter((account) => account !== 'fund' || wallets.some((wallet) => isInvested(wallet)))
    .map((account) => {
      const sum = (part: 'available' | 'frozen'): string =>
        formatAmount(
          wallets.reduce((total, wallet) => {
            const pocket = wallet[account];
            if (pocket === undefined) return total;
            return total + valueOfPart(amount(pocket[part]), wallet, rows);
          }, 0n),
        );
      return { account, available: sum('available'), frozen: sum('frozen') };
    });
}
