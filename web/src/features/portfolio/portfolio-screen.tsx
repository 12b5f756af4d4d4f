/** The customer's portfolio: the total over time, its breakdown, its performance, coins, income and fees. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { useMemo } from 'react';
import { useApi } from '../../lib/api.ts';
import { useSignedIn, useWallets } from '../../lib/customer.ts';
import { holdingsOf } from '../../lib/holdings.ts';
import { useCall } from '../../lib/queries.ts';
import { worthOf } from '../../lib/wallet-value.ts';
import { useQuotations } from '../../live/use-quotations.ts';
import { Awaited, Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { useOpenProfit } from '../../positions/use-open-profit.ts';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { BestSection } from './best-section.tsx';
import { allocationOf, coinsHeld, incomeOf } from './figures.ts';
import { AllocationSection, HoldingsSection } from './holdings-sections.tsx';
import { FeesSection, IncomeSection } from './income-and-fees.tsx';
import { MadeOf } from './made-of.tsx';
import { OverTimeChart, OverTimeHero, useOverTime } from './over-time.tsx';
import { PerformanceSection } from './performance-section.tsx';

const REFRESH_MS = 60_000;

const shownCalls = [
  'POST wallet/list',
  'GET portfolio/history',
  'GET statement/holdings',
  'GET statement/costs',
  'GET wallet/accumulated',
] as const;

function Waiting({ count }: { readonly count: number }) {
  return (
    <Section>
      <SkeletonRows count={count} />
    </Section>
  );
}

/** The total at the newest prices, as on Home, Account and Wallet. */
function useWorth() {
  const wallets = useWallets();
  const rows = useQuotations().data;
  const { openProfit, failed, readAgain } = useOpenProfit();
  const now = useMemo(() => {
    if (wallets.data === undefined || openProfit === undefined) return undefined;
    const at = { rows: rows ?? [], openProfit };
    return { worth: worthOf(wallets.data, at), list: holdingsOf(wallets.data, at).list };
  }, [wallets.data, rows, openProfit]);
  const query = {
    isError: wallets.isError || failed,
    error: wallets.error,
    refetch: () => {
      void wallets.refetch();
      readAgain();
    },
  };
  return { now, rows: rows ?? [], query };
}

export function PortfolioScreen() {
  const { refetchNamed } = useApi();
  const { now, rows, query } = useWorth();
  const enabled = useSignedIn();
  const history = useCall('GET portfolio/history', {}, { enabled, everyMs: REFRESH_MS });
  const coins = useCall('GET statement/holdings', {}, { enabled });
  const costs = useCall('GET statement/costs', {}, { enabled });
  const income = useCall('GET wallet/accumulated', {}, { enabled });
  const total = now === undefined ? undefined : formatAmount(now.worth.total);
  const over = useOverTime(history.data, total);
  const held = useMemo(() => coinsHeld(coins.data ?? [], rows), [coins.data, rows]);
  return (
    <Screen
      onRefresh={() => refetchNamed(shownCalls)}
      hero={<OverTimeHero over={over} total={total} history={history.data} />}
    >
      <OverTimeChart
        over={over}
        failed={history.isError ? <Awaited query={history} skeleton={null} /> : undefined}
      />
      {now === undefined ? (
        <Awaited query={query} skeleton={<Waiting count={4} />} />
      ) : (
        <MadeOf worth={now.worth} />
      )}
      <Loaded query={history} skeleton={<Waiting count={5} />}>
        {(past) => <PerformanceSection history={past} />}
      </Loaded>
      {now !== undefined && <AllocationSection shares={allocationOf(now.list, now.worth)} />}
      <Loaded query={coins} skeleton={<Waiting count={2} />}>
        {() => <HoldingsSection coins={held} />}
      </Loaded>
      {income.data !== undefined && coins.data !== undefined && costs.data !== undefined ? (
        <IncomeSection lines={incomeOf(income.data, coins.data, costs.data)} />
      ) : (
        <Awaited query={income} skeleton={<Waiting count={3} />} />
      )}
      <Loaded query={costs} skeleton={<Waiting count={3} />}>
        {(paid) => <FeesSection costs={paid} />}
      </Loaded>
      {history.data !== undefined && <BestSection history={history.data} coins={held} />}
    </Screen>
  );
}
