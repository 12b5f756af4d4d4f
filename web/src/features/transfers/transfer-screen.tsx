/** Transfers between the customer's own accounts, which are free and immediate, with both balances before and after. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { ArrowDownUp, ScrollText } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useWallets } from '../../lib/customer.ts';
import { navigate } from '../../lib/hash-history.ts';
import { transfersLink } from '../../lib/links.ts';
import type { Wallet } from '../../lib/wallet-value.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AccountEnd, useHeld } from './account-end.tsx';
import { CurrencyField } from './currency-field.tsx';
import { withEnd } from './transfer.ts';
import type { Account } from './transfer.ts';
import { useTransfer } from './use-transfer.ts';

const PLACES = 8;

type Transfer = ReturnType<typeof useTransfer>;

function Ends({ transfer }: { readonly transfer: Transfer }) {
  const t = useTranslations('transfer');
  const { currency, view, change } = transfer;
  const { from, to, available, there, after } = view;
  const choose = (side: 'from' | 'to') => (account: Account) => change(withEnd({ from, to }, side, account));
  return (
    <>
      <AccountEnd
        label={t('from')}
        account={from}
        currency={currency}
        now={available}
        after={after.from}
        onChoose={choose('from')}
      />
      <div className="-my-1 flex justify-center">
        <IconButton
          icon={ArrowDownUp}
          label={t('swap')}
          className="bg-accent-wash text-accent"
          onClick={() => change({ from: to, to: from })}
        />
      </div>
      <AccountEnd
        label={t('to')}
        account={to}
        currency={currency}
        now={there}
        after={after.to}
        onChoose={choose('to')}
      />
    </>
  );
}

function Form({ wallets }: { readonly wallets: readonly Wallet[] }) {
  const t = useTranslations('transfer');
  const names = useTranslations('account');
  const transfer = useTransfer(wallets);
  const { draft, currency, view, change } = transfer;
  const held = useHeld(currency);
  const account = names(`accounts.${view.from}`);
  const reason = view.problem === undefined ? undefined : t(`problem.${view.problem}`, { account, currency });
  return (
    <form
      className="space-y-4 bg-surface px-4 py-4"
      onSubmit={(event) => {
        event.preventDefault();
        void transfer.send();
      }}
    >
      <CurrencyField
        currency={currency}
        from={view.from}
        wallets={wallets}
        onSelect={(chosen) => change({ currency: chosen, amount: '' })}
      />
      <Ends transfer={transfer} />
      <AmountField
        label={t('amount')}
        value={draft.amount}
        onChange={(amount) => change({ amount })}
        decimals={PLACES}
        unit={currency}
        placeholder="0"
        error={transfer.error}
      />
      <div className="-mt-2 flex min-h-11 items-center justify-between gap-3 text-sm text-quiet">
        <span className="figures min-w-0">{t('available', { amount: held(view.available) })}</span>
        <Chip onPress={() => change({ amount: formatAmount(view.available) })}>{t('all')}</Chip>
      </div>
      <p className="text-sm text-quiet">{t('free')}</p>
      <Button block type="submit" busy={transfer.busy} reason={reason}>
        {t('submit')}
      </Button>
    </form>
  );
}

export function TransferScreen() {
  const titles = useTranslations('titles');
  const wallets = useWallets();
  return (
    <Screen
      onRefresh={() => wallets.refetch()}
      actions={
        <IconButton icon={ScrollText} label={titles('records')} onClick={() => navigate(transfersLink)} />
      }
    >
      <Loaded query={wallets} skeleton={<Skeleton className="m-4 h-96 rounded-card" />}>
        {(data) => <Form wallets={data} />}
      </Loaded>
    </Screen>
  );
}
