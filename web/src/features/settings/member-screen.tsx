/** The member centre: joining date, holdings, trading results and credit score. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useTranslations } from 'use-intl';
import { useUser } from '../../lib/customer.ts';
import { signOf, useFormat } from '../../lib/format.ts';
import { creditLink, loanLink } from '../../lib/links.ts';
import { useSession } from '../../lib/session.ts';
import { useValuation } from '../../lib/valuation.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type User = CallOutput<'GET user/info'>;

function Income({ value }: { readonly value: string }) {
  const valued = useValuation();
  const hidden = useSession((session) => session.amountsHidden);
  const sign = hidden ? 0 : signOf(value);
  return (
    <span className={sign > 0 ? 'text-up' : sign < 0 ? 'text-down' : undefined}>
      <AmountText value={valued.of(value)} unit={valued.currency} signed private />
    </span>
  );
}

function Figures({ user }: { readonly user: User }) {
  const t = useTranslations('settings.member');
  const account = useTranslations('account');
  const titles = useTranslations('titles');
  const format = useFormat();
  const valued = useValuation();
  return (
    <>
      <Section>
        <dl className="px-4 py-2">
          <FactRow name={t('account')}>{user.account}</FactRow>
          <FactRow name="ID">{user.id}</FactRow>
          <FactRow name={t('registered')}>{format.moment(user.registered_at)}</FactRow>
        </dl>
      </Section>
      <Section title={account('balances')}>
        <dl className="px-4 py-2">
          <FactRow name={account('totalValue')} strong>
            <AmountText value={valued.of(user.account_balance)} unit={valued.currency} private />
          </FactRow>
          <FactRow name={account('available')}>
            <AmountText value={valued.of(user.available_balance)} unit={valued.currency} private />
          </FactRow>
          <FactRow name={account('experience')}>
            <AmountText value={user.experience_balance} unit="USDT" private />
          </FactRow>
        </dl>
      </Section>
      <Section title={t('income')}>
        <dl className="px-4 pt-2">
          <FactRow name={t('today')}>
            <Income value={user.today_income} />
          </FactRow>
          <FactRow name={t('total')}>
            <Income value={user.cumulative_income} />
          </FactRow>
        </dl>
        <p className="px-4 pt-1 pb-3 text-sm text-quiet">{t('incomeMeans')}</p>
      </Section>
      <Section>
        <ListRow title={titles('credit')} end={`${user.credit_score}`} href={creditLink} />
        <ListRow title={titles('loan')} href={loanLink} />
      </Section>
    </>
  );
}

export function MemberScreen() {
  const query = useUser();
  return (
    <Screen onRefresh={() => query.refetch()}>
      <Loaded query={query} skeleton={<Skeleton className="m-4 h-96 rounded-card" />}>
        {(data) => <Figures user={data} />}
      </Loaded>
    </Screen>
  );
}
