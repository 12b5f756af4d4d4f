/** One statement: values, balances, movements by kind, and every cost in money and in per cent, with its files. */
import { RefusedError } from '@candor/client/answers.ts';
import { statementForms } from '@candor/protocol/statements/kinds.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useSignedIn } from '../../lib/customer.ts';
import { signOf } from '../../lib/format.ts';
import { useParam } from '../../lib/location.ts';
import { useCall } from '../../lib/queries.ts';
import { useCommand } from '../../lib/use-command.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { CostsSection } from './costs-section.tsx';
import { DownloadButtons } from './download-buttons.tsx';
import { HoldingsSection } from './holdings-section.tsx';
import { statementsLink } from './links.ts';
import { MovementsSection } from './movements-section.tsx';
import { usePeriodText } from './period-text.ts';
import { saveAnswer } from './save-file.ts';

type Statement = CallOutput<'GET statement/one'>;

export function StatementScreen() {
  const t = useTranslations('statements');
  const nameOf = usePeriodText();
  const period = useParam('period') ?? '';
  const isPeriod = /^\d{4}(-\d{2})?$/.test(period);
  const query = useCall('GET statement/one', { period }, { enabled: useSignedIn() && isPeriod });
  const file = useCommand('GET statement/file');
  const isUnknown =
    !isPeriod || (query.error instanceof RefusedError && query.error.refusal.error === 'parameter_wrong');
  if (query.data === undefined) {
    return (
      <Screen>
        {isUnknown ? (
          <EmptyState
            title={t('noSuch')}
            action={
              <Link href={statementsLink} className="inline-flex min-h-11 items-center text-accent">
                {t('all')}
              </Link>
            }
          />
        ) : (
          <Awaited query={query} skeleton={<SkeletonRows count={6} />} />
        )}
      </Screen>
    );
  }
  return (
    <Screen title={nameOf(period)} onRefresh={() => query.refetch()}>
      <Values statement={query.data} />
      <Balances accounts={query.data.accounts} />
      <MovementsSection movements={query.data.movements} />
      <CostsSection costs={query.data.costs} />
      <HoldingsSection holdings={query.data.holdings} />
      <DownloadButtons
        forms={statementForms}
        onSave={async (form) => {
          const answer = await file.send({ period, form });
          if (answer?.type === 'ok') saveAnswer(answer.message);
        }}
      />
      <p className="gutter pt-3 text-sm text-quiet">{t('times')}</p>
    </Screen>
  );
}

function Values({ statement }: { readonly statement: Statement }) {
  const t = useTranslations('statements');
  const account = useTranslations('account');
  const parts = useTranslations('totalParts');
  const beside = (
    [
      [parts('open_profit'), statement.closing_open_profit_usdt],
      [parts('due'), statement.closing_due_usdt],
      [parts('loans'), statement.closing_loans_usdt],
    ] as const
  ).filter(([, value]) => signOf(value) !== 0);
  return (
    <Section>
      <dl className="px-4 py-2">
        <FactRow name={t('openingValue')}>
          <AmountText value={statement.opening_value_usdt} unit="USDT" private />
        </FactRow>
        <FactRow name={t('closingValue')} strong>
          <AmountText value={statement.closing_value_usdt} unit="USDT" private />
        </FactRow>
        {beside.map(([name, value]) => (
          <FactRow key={name} name={name}>
            <AmountText value={value} unit="USDT" signed private />
          </FactRow>
        ))}
        {beside.length > 0 && (
          <FactRow name={account('totalValue')} strong>
            <AmountText value={statement.closing_total_usdt} unit="USDT" private />
          </FactRow>
        )}
        <FactRow name={t('period')}>{statement.final ? t('final') : t('open')}</FactRow>
      </dl>
    </Section>
  );
}

function Balances({ accounts }: Pick<Statement, 'accounts'>) {
  const t = useTranslations('statements');
  const own = useTranslations('account.accounts');
  if (accounts.length === 0) return null;
  return (
    <Section title={t('balances')}>
      {accounts.map(({ account, currency, opening, received, paid, closing }) => (
        <div key={`${account} ${currency}`} className="hairline px-4 py-3 last:shadow-none">
          <h3 className="font-medium">
            {own(account)} · {currency}
          </h3>
          <dl>
            {(
              [
                [t('opening'), opening],
                [t('received'), received],
                [t('paid'), paid],
                [t('closing'), closing],
              ] as const
            ).map(([name, value]) => (
              <FactRow key={name} name={name} strong={name === t('closing')}>
                <AmountText value={value} decimals={8} minDecimals={0} private />
              </FactRow>
            ))}
          </dl>
        </div>
      ))}
    </Section>
  );
}
