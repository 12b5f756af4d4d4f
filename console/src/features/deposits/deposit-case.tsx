/** One deposit under review: the customer's data, the automatic findings, the proof of payment, and the decision. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { useSay } from '../../i18n/say.ts';
import { CaseFrame } from '../../kit/case-frame.tsx';
import type { CaseProps } from '../../kit/case-panel.ts';
import { DecisionBar } from '../../kit/decision-bar.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { CustomerLink } from '../../kit/links.tsx';
import { Asked, Nothing, Panel } from '../../kit/page.tsx';
import { Picture } from '../../kit/picture.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When, WhenOr } from '../../kit/when.tsx';
import { money } from '../../lib/figures.ts';
import { useAsk, useLook, useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import { codeWords, decidedWords } from '../../lib/words.ts';
import { depositVerdicts } from './verdicts.tsx';

export type DepositCaseData = ConsoleOutput<'GET deposit'>;

export function DepositCase({ of, onDone }: CaseProps) {
  const t = useSay();
  const operator = useOperator();
  const ref = { customer: of.customer, id: of.id };
  const asked = useAsk('GET deposit', ref, { everyMs: 15_000 });
  const maySee = operator !== undefined && mayCall(operator.role, 'POST deposit_picture');
  const picture = useLook('POST deposit_picture', ref, maySee);
  const mayDecide = operator !== undefined && mayCall(operator.role, 'POST deposit_decide');
  return (
    <Asked of={asked}>
      {(deposit) => (
        <CaseFrame
          title={t('deposits.case', {
            id: deposit.id,
            account: deposit.account,
            amount: money(deposit.amount, deposit.currency),
          })}
          chips={
            <>
              <StateChip of="deposit" state={deposit.status} />
              {deposit.overdue && <StateChip state="overdue" />}
              {deposit.needs_second && <StateChip state="two" says={t('ui.dualApproval')} />}
            </>
          }
          facts={<DepositFacts deposit={deposit} verifiedName={picture.data?.verified_name ?? null} />}
          documents={
            maySee ? (
              <Picture name={t('deposits.voucher')} of={picture} />
            ) : (
              <Nothing>{t('deposits.mayNotSee')}</Nothing>
            )
          }
          decision={
            <DecisionBar
              verdicts={
                mayDecide
                  ? depositVerdicts(t, deposit, { operator, voucherSeen: picture.data !== undefined })
                  : []
              }
              onDone={onDone}
              otherwise={mayDecide ? decidedWords(t, deposit.decided_by) : t('deposits.mayNotDecide')}
            />
          }
        />
      )}
    </Asked>
  );
}

function DepositFacts({ deposit, verifiedName }: { deposit: DepositCaseData; verifiedName: string | null }) {
  return (
    <>
      <Submission deposit={deposit} />
      <Credit deposit={deposit} />
      <Checks deposit={deposit} verifiedName={verifiedName} />
    </>
  );
}

function Submission({ deposit }: { deposit: DepositCaseData }) {
  const t = useSay();
  return (
    <Panel title={t('deposits.submission')}>
      <Facts>
        <Fact name={t('ui.customer')}>
          <CustomerLink id={deposit.customer} account={deposit.account} />
        </Fact>
        <Fact name={t('ui.amount')}>
          <b>{money(deposit.amount, deposit.currency)}</b>
        </Fact>
        <Fact name={t('ui.network')}>{codeWords(t, 'network', deposit.network)}</Fact>
        <Fact name={t('deposits.referenceGiven')}>{deposit.reference ?? t('ui.none')}</Fact>
        <Fact name={t('deposits.submitted')}>
          <When at={deposit.submitted_at} />
        </Fact>
        <Fact name={t('ui.due')} mark={deposit.overdue ? 'bad' : undefined}>
          <When at={deposit.deadline_at} />
        </Fact>
        {deposit.needs_second && deposit.first_at === null && (
          <Fact name={t('ui.approvedBy')}>{t('ui.noOneYetOfTwo')}</Fact>
        )}
        {deposit.first_at !== null && (
          <>
            <Fact name={t('ui.firstApproval')}>
              {deposit.first_by} · <When at={deposit.first_at} />
            </Fact>
            <Fact name={t('deposits.forPayment')}>{deposit.first_reference}</Fact>
          </>
        )}
        {deposit.decided_at !== null && (
          <Fact name={t('ui.decided')}>
            <When at={deposit.decided_at} /> {deposit.decided_by !== null && `· ${deposit.decided_by}`}
          </Fact>
        )}
        {deposit.reason !== null && (
          <Fact name={t('ui.reason')}>{codeWords(t, 'reason', deposit.reason)}</Fact>
        )}
      </Facts>
    </Panel>
  );
}

function Credit({ deposit: { credit, credited } }: { deposit: DepositCaseData }) {
  const t = useSay();
  return (
    <Panel title={credited === null ? t('deposits.toCredit') : t('deposits.credited')}>
      <Facts>
        {credited !== null && (
          <>
            <Fact name={t('deposits.creditedAmount')}>{money(credited.amount, credited.currency)}</Fact>
            {credited.rate !== null && <Fact name={t('ui.rate')}>{credited.rate}</Fact>}
            <Fact name={t('ui.reference')}>{credited.reference}</Fact>
          </>
        )}
        {credited === null && credit !== null && (
          <>
            <Fact name={t('deposits.now')}>{money(credit.amount, credit.currency)}</Fact>
            {credit.rate !== null && <Fact name={t('ui.rate')}>{credit.rate}</Fact>}
          </>
        )}
        {credited === null && credit === null && (
          <Fact name={t('deposits.now')} mark="look">
            {t('deposits.noRate')}
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

/** The verified name is returned only together with the proof of payment, because every view of either is recorded. */
function Checks({ deposit, verifiedName }: { deposit: DepositCaseData; verifiedName: string | null }) {
  const t = useSay();
  const { facts } = deposit;
  return (
    <Panel title={t('ui.checks')}>
      <Facts>
        <Fact name={t('ui.verifiedName')} mark={facts.verified ? 'good' : 'look'}>
          {facts.verified ? (verifiedName ?? t('ui.verified')) : t('ui.notVerified')}
        </Fact>
        <Fact name={t('deposits.before')}>
          {t('deposits.beforeSum', {
            count: facts.deposits_before,
            sum: money(facts.credited_before_usdt, 'USDT'),
          })}
        </Fact>
        <Fact name={t('deposits.failedBefore')} mark={facts.failed_before > 0 ? 'look' : 'good'}>
          {facts.failed_before}
        </Fact>
        <Fact name={t('deposits.sameVoucher')} mark="good">
          {t('deposits.sameVoucherNone')}
        </Fact>
        <Fact name={t('deposits.voucher')}>
          {t('deposits.voucherFacts', {
            width: deposit.voucher_size.width,
            height: deposit.voucher_size.height,
            hash: deposit.voucher_hash.slice(0, 16),
          })}
        </Fact>
        <Fact name={t('ui.customerSince')}>
          <WhenOr at={facts.registered_at} otherwise={t('ui.unknown')} />
        </Fact>
      </Facts>
    </Panel>
  );
}
