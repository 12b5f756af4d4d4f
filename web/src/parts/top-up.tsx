/**
 * The transfer that an order needs, inside its ticket: moves the missing amount from the customer's spot account. Both accounts are
 * the customer's own and the transfer is free, so one tap is enough; the same amount can be moved back.
 */
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useApi } from '../lib/api.ts';
import { useWallets } from '../lib/customer.ts';
import { useFormat } from '../lib/format.ts';
import { topUpOf } from '../lib/top-up.ts';
import { useCommand } from '../lib/use-command.ts';
import { Button } from '../ui/button.tsx';

export type TopUpAsked = {
  readonly currency: string;
  readonly to: 'contract' | 'option';
  readonly available: Amount | undefined;
  readonly needed: Amount | undefined;
};

/** The amount offered for an empty account before the size is known. */
const firstUsdt: Amount = 500n * 10n ** 8n;

/** Returns the amount to offer, undefined if there is no need or no money for it. */
export function useTopUp({ currency, available, needed }: Omit<TopUpAsked, 'to'>): Amount | undefined {
  const wallets = useWallets().data;
  if (wallets === undefined || available === undefined) return undefined;
  const spot = amount(wallets.find((wallet) => wallet.currency === currency)?.spot.available ?? '0');
  return topUpOf({ needed, available, spot, first: currency === 'USDT' ? firstUsdt : undefined });
}

export type TopUpProps = Pick<TopUpAsked, 'currency' | 'to'> & {
  readonly offered: Amount;
  /** Whether the transfer is the next step, as in a notice, instead of one of several things to tap. */
  readonly isNext?: boolean;
};

export function TopUp({ currency, to, offered, isNext = false }: TopUpProps) {
  const t = useTranslations('opening');
  const format = useFormat();
  const { toastSuccess } = useApi();
  const transfer = useCommand('POST wallet/transfer');
  const move = async (): Promise<void> => {
    const answer = await transfer.send({ currency, from: 'spot', to, amount: formatAmount(offered) });
    if (answer?.type === 'ok') toastSuccess('transfer_done');
  };
  return (
    <Button
      small
      needsNetwork
      block={!isNext}
      kind={isNext ? 'primary' : 'secondary'}
      busy={transfer.busy}
      onClick={() => void move()}
    >
      {t('topUp', { amount: format.quantity(formatAmount(offered)), currency })}
    </Button>
  );
}
