/** What is known of an application: what it asks for and would cost, the borrower, and how a running loan stands. */
import { Fact, Facts } from '../../kit/facts.tsx';
import { CustomerLink } from '../../kit/links.tsx';
import { Panel } from '../../kit/page.tsx';
import { When } from '../../kit/when.tsx';
import { money } from '../../lib/figures.ts';
import { codeWords } from '../../lib/words.ts';
import { documentWords } from './loan-documents.tsx';
import type { Loan } from './loan-case.tsx';

/** The verified name comes with a document: that somebody looked is on record. */
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
  return (
    <Panel title="What is asked for">
      <Facts>
        <Fact name="Customer">
          <CustomerLink id={loan.customer} account={loan.account} />
        </Fact>
        <Fact name="Amount">
          <b>{money(loan.amount, loan.currency)}</b>
        </Fact>
        <Fact name="For">{loan.days} days</Fact>
        <Fact name="Interest">
          {loan.daily_rate} % a day, {money(loan.interest_planned, loan.currency)} in all
        </Fact>
        <Fact name="APR">{loan.apr} %</Fact>
        <Fact name="To be repaid">{money(loan.total_planned, loan.currency)}</Fact>
        <Fact name="If it is late">
          {loan.overdue_rate} % a day, at most {loan.overdue_cap} % of the amount
        </Fact>
        <Fact name="Agreement">Version {loan.agreement}</Fact>
        <Fact name="Applied">
          <When at={loan.applied_at} />
        </Fact>
        {loan.status === 'pending_review' && (
          <Fact name="Due" mark={loan.review_overdue ? 'bad' : undefined}>
            <When at={loan.deadline_at} />
          </Fact>
        )}
        {loan.needs_second && loan.first_at === null && loan.status === 'pending_review' && (
          <Fact name="Approved by">Nobody yet; two persons are needed</Fact>
        )}
        {loan.first_at !== null && (
          <Fact name="First approved">
            By {loan.first_by}, <When at={loan.first_at} />
          </Fact>
        )}
        {loan.decided_by !== null && <Fact name="Decided by">{loan.decided_by}</Fact>}
        {loan.reason !== null && <Fact name="Reason">{codeWords(loan.reason)}</Fact>}
      </Facts>
    </Panel>
  );
}

function Running({ loan }: { loan: Loan }) {
  const { currency } = loan;
  return (
    <Panel title="How it stands">
      <Facts>
        {loan.disbursed_at !== null && (
          <Fact name="Paid out">
            <When at={loan.disbursed_at} />
          </Fact>
        )}
        {loan.due_at !== null && (
          <Fact name="Matures" mark={loan.overdue ? 'bad' : undefined}>
            <When at={loan.due_at} />
          </Fact>
        )}
        <Fact name="Owed now">
          {money(loan.due, currency)}: {money(loan.unpaid, currency)} of principal,{' '}
          {money(loan.interest, currency)} interest, {money(loan.overdue_fee, currency)} fee
        </Fact>
        <Fact name="Repaid">{money(loan.repaid, currency)}</Fact>
        {loan.settled_at !== null && (
          <Fact name="Settled">
            <When at={loan.settled_at} />
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

function Borrower({ loan, verifiedName }: { loan: Loan; verifiedName: string | null | undefined }) {
  const { facts, documents } = loan;
  return (
    <Panel title="What was checked">
      <Facts>
        <Fact name="Verified name" mark={typeof verifiedName === 'string' ? 'good' : 'look'}>
          {verifiedName === undefined ? 'Comes with a document' : (verifiedName ?? 'None on record')}
        </Fact>
        <Fact name="Account" mark={facts.account_status === 'active' ? 'good' : 'bad'}>
          {codeWords(facts.account_status)}
        </Fact>
        <Fact name="Credit score">{facts.score}</Fact>
        <Fact name="Loans before">{facts.loans_before}</Fact>
        <Fact name="Overdue before" mark={facts.overdue_before > 0 ? 'look' : 'good'}>
          {facts.overdue_before}
        </Fact>
        <Fact name="Holds now">{money(facts.claims_usdt, 'USDT')}</Fact>
        <Fact name="Deposited ever">{money(facts.deposited_usdt, 'USDT')}</Fact>
        <Fact name="Customer since">
          <When at={facts.registered_at} />
        </Fact>
        <Fact name="Same elsewhere" mark="good">
          None: a picture proves one person’s loan
        </Fact>
        {documents.map(({ of, hash }) => (
          <Fact key={of} name={documentWords[of]}>
            {hash.slice(0, 16)}
          </Fact>
        ))}
      </Facts>
    </Panel>
  );
}
