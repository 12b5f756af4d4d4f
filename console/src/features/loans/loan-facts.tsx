/** The facts of a loan application: amount, cost, borrower, and the state of a running loan. */
import { useSay } from '../../i18n/say.ts';
import { Fact, Facts } from '../../kit/facts.tsx';
import { CustomerLink } from '../../kit/links.tsx';
import { Panel } from '../../kit/page.tsx';
import { When } from '../../kit/when.tsx';
import { money } from '../../lib/figures.ts';
import { codeWords } from '../../lib/words.ts';
import type { Loan } from './loan-case.tsx';

/** The verified name is returned only together with a document, because every view is recorded. */
export function LoanFacts({ loan, verifiedName }: { loan: Loan; verifiedName: string | null | undefined }) {
  return (
    <>
      <AskedFor loan={loan} />
      {loan.disbursed_at !== null && <Running loan={loan} />}
      <Borrower loan={loan} verifiedName={verifiedName} />
    </>
  );
}

function AskedFor({ loan }: { loan: Loan }) {
  const t = useSay();
  return (
    <Panel title={t('loans.request')}>
      <Facts>
        <Fact name={t('ui.customer')}>
          <CustomerLink id={loan.customer} account={loan.account} />
        </Fact>
        <Fact name={t('ui.amount')}>
          <b>{money(loan.amount, loan.currency)}</b>
        </Fact>
        <Fact name={t('loans.period')}>{t('ui.daysCount', { count: loan.days })}</Fact>
        <Fact name={t('ui.interest')}>
          {t('loans.interestOf', { rate: loan.daily_rate, sum: money(loan.interest_planned, loan.currency) })}
        </Fact>
        <Fact name={t('loans.apr')}>{t('loans.percent', { rate: loan.apr })}</Fact>
        <Fact name={t('loans.toRepay')}>{money(loan.total_planned, loan.currency)}</Fact>
        <Fact name={t('loans.ifLate')}>
          {t('loans.overdueOf', { rate: loan.overdue_rate, cap: loan.overdue_cap })}
        </Fact>
        <Fact name={t('loans.agreement')}>{t('ui.versionNumber', { version: loan.agreement })}</Fact>
        <Fact name={t('ui.applied')}>
          <When at={loan.applied_at} />
        </Fact>
        {loan.status === 'pending_review' && (
          <Fact name={t('ui.due')} mark={loan.review_overdue ? 'bad' : undefined}>
            <When at={loan.deadline_at} />
          </Fact>
        )}
        {loan.needs_second && loan.first_at === null && loan.status === 'pending_review' && (
          <Fact name={t('ui.approvedBy')}>{t('ui.noOneYetOfTwo')}</Fact>
        )}
        {loan.first_at !== null && (
          <Fact name={t('ui.firstApproval')}>
            {loan.first_by} · <When at={loan.first_at} />
          </Fact>
        )}
        {loan.decided_by !== null && <Fact name={t('ui.decidedBy')}>{loan.decided_by}</Fact>}
        {loan.reason !== null && <Fact name={t('ui.reason')}>{codeWords(t, 'reason', loan.reason)}</Fact>}
      </Facts>
    </Panel>
  );
}

function Running({ loan }: { loan: Loan }) {
  const t = useSay();
  const { currency } = loan;
  return (
    <Panel title={t('loans.standing')}>
      <Facts>
        {loan.disbursed_at !== null && (
          <Fact name={t('loans.paidOutAt')}>
            <When at={loan.disbursed_at} />
          </Fact>
        )}
        {loan.due_at !== null && (
          <Fact name={t('ui.matures')} mark={loan.overdue ? 'bad' : undefined}>
            <When at={loan.due_at} />
          </Fact>
        )}
        <Fact name={t('ui.owedNow')}>
          {t('loans.owedOf', {
            due: money(loan.due, currency),
            principal: money(loan.unpaid, currency),
            interest: money(loan.interest, currency),
            fee: money(loan.overdue_fee, currency),
          })}
        </Fact>
        <Fact name={t('loans.repaid')}>{money(loan.repaid, currency)}</Fact>
        {loan.settled_at !== null && (
          <Fact name={t('ui.settled')}>
            <When at={loan.settled_at} />
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

function Borrower({ loan, verifiedName }: { loan: Loan; verifiedName: string | null | undefined }) {
  const t = useSay();
  const { facts, documents } = loan;
  return (
    <Panel title={t('ui.checks')}>
      <Facts>
        <Fact name={t('ui.verifiedName')} mark={typeof verifiedName === 'string' ? 'good' : 'look'}>
          {verifiedName === undefined ? t('loans.nameWithDocument') : (verifiedName ?? t('loans.noName'))}
        </Fact>
        <Fact name={t('ui.account')} mark={facts.account_status === 'active' ? 'good' : 'bad'}>
          {codeWords(t, 'status', facts.account_status)}
        </Fact>
        <Fact name={t('ui.creditScore')}>{facts.score}</Fact>
        <Fact name={t('loans.before')}>{facts.loans_before}</Fact>
        <Fact name={t('loans.overdueBefore')} mark={facts.overdue_before > 0 ? 'look' : 'good'}>
          {facts.overdue_before}
        </Fact>
        <Fact name={t('loans.holdings')}>{money(facts.claims_usdt, 'USDT')}</Fact>
        <Fact name={t('loans.depositedEver')}>{money(facts.deposited_usdt, 'USDT')}</Fact>
        <Fact name={t('ui.customerSince')}>
          <When at={facts.registered_at} />
        </Fact>
        <Fact name={t('loans.sameElsewhere')} mark="good">
          {t('loans.sameNone')}
        </Fact>
        {documents.map(({ of, hash }) => (
          <Fact key={of} name={t(`loans.document.${of}`)}>
            {hash.slice(0, 16)}
          </Fact>
        ))}
      </Facts>
    </Panel>
  );
}
