/** All wallets: their total value now and over time, by account and by currency. */
import { ChartNoAxesColumn, ChevronRight, Eye, EyeOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { useApi } from '../../lib/api.ts';
import { useWallets } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import type { Holding } from '../../lib/holdings.ts';
import { holdingsOf, isHeld } from '../../lib/holdings.ts';
import { punctuationOf } from '../../lib/punctuation.ts';
import {
  accumulatedLink,
  contractPositionsLink,
  fundOrdersLink,
  loanLink,
  portfolioLink,
  walletLink,
} from '../../lib/links.ts';
import { useSession } from '../../lib/session.ts';
import { useValuation } from '../../lib/valuation.ts';
import { heldOf, owedIn } from '../../lib/wallet-value.ts';
import { CostCard } from '../../live/cost-card.tsx';
import { useQuotations } from '../../live/use-quotations.ts';
import { useOpenProfit } from '../../positions/use-open-profit.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { Chip } from '../../ui/chip.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { MenuIcon } from '../../ui/menu-icon.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import type { AccountValue } from './account-values.ts';
import { accountValues } from './account-values.ts';
import { ValueChart } from './value-chart.tsx';
import { WalletActions } from './wallet-actions.tsx';

const SMALL = amount('1');

function Total({ total }: { readonly total: string | undefined }) {
  const t = useTranslations('wallets');
  const titles = useTranslations('titles');
  const hidden = useSession((session) => session.amountsHidden);
  const valued = useValuation();
  const { open, close } = punctuationOf(useFormat().locale);
  const Icon = hidden ? EyeOff : Eye;
  return (
    <div className="px-4 pt-4 pb-1">
      <button
        type="button"
        onClick={() => useSession.setState({ amountsHidden: !hidden })}
        className="relative flex items-center gap-1.5 text-sm text-soft after:absolute after:-inset-x-2 after:-top-4 after:-bottom-1 active:opacity-70"
      >
        {`${t('total')}${open}${valued.currency}${close}`}
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className="sr-only">{hidden ? t('show') : t('hide')}</span>
      </button>
      <Link href={portfolioLink} className="press -mx-2 flex min-h-11 items-center rounded-input px-2">
        {total === undefined ? (
          <Skeleton className="h-9 w-48" />
        ) : (
          <span className="flex items-center text-2xl font-semibold">
            <AmountText value={valued.of(total)} private />
            <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-quiet" />
          </span>
        )}
        <span className="sr-only">{titles('portfolio')}</span>
      </Link>
    </div>
  );
}

type AccountsProps = {
  readonly list: readonly AccountValue[];
  readonly openProfit: string | undefined;
  /** The amounts that Candor has not paid out yet, and the debt on loans, which is negative. */
  readonly due: string;
  readonly loans: string;
};

function Accounts({ list, openProfit, due, loans }: AccountsProps) {
  const parts = useTranslations('totalParts');
  const t = useTranslations('wallets');
  const positions = useTranslations('positions');
  const own = useTranslations('account.accounts');
  return (
    <Section title={t('byAccount')}>
      {list.map(({ account, available, frozen }) => (
        <ListRow
          key={account}
          title={own(account)}
          subtitle={
            <>
              {t('frozen')} <AmountText value={frozen} private />
            </>
          }
          end={<AmountText value={formatAmount(amount(available) + amount(frozen))} private />}
          endSubtitle="USDT"
        />
      ))}
      {openProfit !== undefined && amount(openProfit) !== 0n && (
        <ListRow
          title={positions('profitNow')}
          end={<AmountText value={openProfit} signed private />}
          endSubtitle="USDT"
          href={contractPositionsLink}
        />
      )}
      {amount(due) !== 0n && (
        <ListRow
          title={parts('due')}
          end={<AmountText value={due} private />}
          endSubtitle="USDT"
          href={fundOrdersLink()}
        />
      )}
      {amount(loans) !== 0n && (
        <ListRow
          title={parts('loans')}
          end={<AmountText value={loans} signed private />}
          endSubtitle="USDT"
          href={loanLink}
        />
      )}
    </Section>
  );
}

function Currencies({ list }: { readonly list: readonly Holding[] }) {
  const t = useTranslations('wallets');
  const format = useFormat();
  const hidden = useSession((session) => session.amountsHidden);
  const [hideSmall, setHideSmall] = useState(false);
  const shown = hideSmall ? list.filter(({ value }) => value >= SMALL) : list;
  return (
    <Section title={t('byCurrency')}>
      <div className="hairline px-3 py-2">
        <Chip selected={hideSmall} onPress={() => setHideSmall(!hideSmall)}>
          {t('hideSmall')}
        </Chip>
      </div>
      {shown.length === 0 && <p className="p-4 text-sm text-soft">{t('allSmall')}</p>}
      {shown.map(({ wallet, value }) => (
        <ListRow
          key={wallet.currency}
          start={<CoinMark of={wallet.currency} size={32} />}
          title={wallet.currency}
          subtitle={hidden ? '••••' : format.quantity(formatAmount(heldOf(wallet)))}
          end={<AmountText value={formatAmount(value)} private />}
          endSubtitle="USDT"
          href={walletLink(wallet.currency)}
        />
      ))}
    </Section>
  );
}

const shownCalls = ['POST wallet/list', 'GET wallet/history'] as const;

export function Overview() {
  const { refetchNamed } = useApi();
  const titles = useTranslations('titles');
  const wallets = useWallets();
  const rows = useQuotations().data;
  const { openProfit, failed, readAgain } = useOpenProfit();
  const shown = useMemo(
    () =>
      wallets.data === undefined || openProfit === undefined
        ? undefined
        : {
            holdings: holdingsOf(wallets.data, { rows: rows ?? [], openProfit }),
            accounts: accountValues(wallets.data, rows ?? []),
            ...owedIn(wallets.data),
          },
    [wallets.data, rows, openProfit],
  );
  const held = shown?.holdings.list.filter(({ wallet }) => isHeld(wallet) || wallet.currency === 'USDT');
  const reading = {
    isError: wallets.isError || failed,
    error: wallets.error,
    refetch: () => {
      void wallets.refetch();
      readAgain();
    },
  };
  return (
    <Screen onRefresh={() => refetchNamed(shownCalls)}>
      <section className="bg-surface">
        <Total total={shown?.holdings.total} />
        <WalletActions />
      </section>
      <ValueChart />
      {shown !== undefined && held !== undefined ? (
        <>
          <Accounts list={shown.accounts} openProfit={openProfit} due={shown.due} loans={shown.loans} />
          <Currencies list={held} />
          <CostCard />
        </>
      ) : (
        <Awaited query={reading} skeleton={<SkeletonRows count={4} />} />
      )}
      <Section>
        <ListRow
          start={<MenuIcon icon={ChartNoAxesColumn} />}
          title={titles('accumulated')}
          href={accumulatedLink}
        />
      </Section>
    </Screen>
  );
}
