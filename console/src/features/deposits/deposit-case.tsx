/** One deposit under review: what the customer says, what the machine knows, the proof, and the verdict. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
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
import { codeWords } from '../../lib/words.ts';
import { depositVerdicts } from './verdicts.tsx';

export type DepositCaseData = ConsoleOutput<'GET deposit'>;

export function DepositCase({ of, onDone }: CaseProps) {
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
          title={`Deposit ${deposit.id} of ${deposit.account}: ${money(deposit.amount, deposit.currency)}`}
          chips={
            <>
              <StateChip state={deposit.status} />
              {deposit.overdue && <StateChip state="overdue" />}
              {deposit.needs_second && <StateChip state="two" says="Two persons" />}
            </>
          }
          facts={<DepositFacts deposit={deposit} verifiedName={picture.data?.verified_name ?? null} />}
          documents={
            maySee ? (
              <Picture name="Voucher" of={picture} />
            ) : (
              <Nothing>Your role does not open vouchers.</Nothing>
            )
          }
          decision={
            <DecisionBar
              verdicts={
                mayDecide
                  ? depositVerdicts(deposit, { operator, voucherSeen: picture.data !== undefined })
                  : []
              }
              onDone={onDone}
              otherwise={
                mayDecide
                  ? `Decided${deposit.decided_by === null ? '' : ` by ${deposit.decided_by}`}.`
                  : 'Your role does not decide deposits.'
              }
            />
          }
        />
      )}
    </Asked>
  );
}

/** The verified name comes with the proof: that somebody looked at either is on record. */
function DepositFacts({ deposit, verifiedName }: { deposit: DepositCaseData; verifiedName: string | null }) {
  const { facts, credit, credited } = deposit;
  return (
    <>
      <Panel title="What was handed in">
        <Facts>
          <Fact name="Customer">
            <CustomerLink id={deposit.customer} account={deposit.account} />
          </Fact>
          <Fact name="Amount">
            <b>{money(deposit.amount, deposit.currency)}</b>
          </Fact>
          <Fact name="Way">{codeWords(deposit.network)}</Fact>
          <Fact name="Reference given">{deposit.reference ?? 'None'}</Fact>
          <Fact name="Handed in">
            <When at={deposit.submitted_at} />
          </Fact>
          <Fact name="Due" mark={deposit.overdue ? 'bad' : undefined}>
            <When at={deposit.deadline_at} />
          </Fact>
          {deposit.needs_second && deposit.first_at === null && (
            <Fact name="Approved by">Nobody yet; two persons are needed</Fact>
          )}
          {deposit.first_at !== null && (
            <>
              <Fact name="First approved">
                By {deposit.first_by}, <When at={deposit.first_at} />
              </Fact>
              <Fact name="For the payment">{deposit.first_reference}</Fact>
            </>
          )}
          {deposit.decided_at !== null && (
            <Fact name="Decided">
              <When at={deposit.decided_at} /> {deposit.decided_by !== null && `by ${deposit.decided_by}`}
            </Fact>
          )}
          {deposit.reason !== null && <Fact name="Reason">{codeWords(deposit.reason)}</Fact>}
        </Facts>
      </Panel>
      <Panel title={credited === null ? 'What would be credited' : 'What was credited'}>
        <Facts>
          {credited !== null && (
            <>
              <Fact name="Credited">{money(credited.amount, credited.currency)}</Fact>
              {credited.rate !== null && <Fact name="Rate">{credited.rate}</Fact>}
              <Fact name="Reference">{credited.reference}</Fact>
            </>
          )}
          {credited === null && credit !== null && (
            <>
              <Fact name="Now">{money(credit.amount, credit.currency)}</Fact>
              {credit.rate !== null && <Fact name="Rate">{credit.rate}</Fact>}
            </>
          )}
          {credited === null && credit === null && (
            <Fact name="Now" mark="look">
              No fresh rate, so nothing can be credited at the moment.
            </Fact>
          )}
        </Facts>
      </Panel>
      <Panel title="What was checked">
        <Facts>
          <Fact name="Verified name" mark={facts.verified ? 'good' : 'look'}>
            {facts.verified ? (verifiedName ?? 'Verified') : 'Not verified'}
          </Fact>
          <Fact name="Deposits before">
            {facts.deposits_before} credited, {money(facts.credited_before_usdt, 'USDT')}
          </Fact>
          <Fact name="Failed before" mark={facts.failed_before > 0 ? 'look' : 'good'}>
            {facts.failed_before}
          </Fact>
          <Fact name="Same voucher elsewhere" mark="good">
            None: a picture can be handed in once
          </Fact>
          <Fact name="Voucher">
            {deposit.voucher_size.width} × {deposit.voucher_size.height}, {deposit.voucher_hash.slice(0, 16)}
          </Fact>
          <Fact name="Customer since">
            <WhenOr at={facts.registered_at} otherwise="Unknown" />
          </Fact>
        </Facts>
      </Panel>
    </>
  );
}
