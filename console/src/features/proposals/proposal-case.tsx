/** What one person proposed and another has to decide: exactly what it does, and the verdict. */
import { CaseFrame } from '../../kit/case-frame.tsx';
import type { CaseProps } from '../../kit/case-panel.ts';
import { DecisionBar } from '../../kit/decision-bar.tsx';
import type { Verdict } from '../../kit/decision-bar.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { CustomerLink } from '../../kit/links.tsx';
import { Asked, Nothing, Panel } from '../../kit/page.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { call } from '../../lib/api.ts';
import { useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import type { Operator } from '../../lib/session.ts';
import { codeWords } from '../../lib/words.ts';
import { bodyFacts, bodySentence } from './proposal-body.ts';
import { useProposal } from './find-proposal.ts';
import type { Proposal } from './find-proposal.ts';

export function ProposalCase({ of, onDone }: CaseProps) {
  const operator = useOperator();
  const may = operator !== undefined && mayCall(operator.role, 'GET proposals');
  if (!may) return <Nothing>Your role does not decide proposals.</Nothing>;
  return <Found of={of} onDone={onDone} operator={operator} />;
}

function Found({ of, onDone, operator }: CaseProps & { operator: Operator }) {
  const asked = useProposal(of.customer, of.id);
  return (
    <Asked of={asked}>
      {(proposal) =>
        proposal === null ? (
          <Nothing>There is no such proposal.</Nothing>
        ) : (
          <CaseFrame
            title={`${codeWords(proposal.kind)} proposed by ${proposal.proposed_by}`}
            chips={<StateChip state={proposal.status} />}
            facts={<ProposalFacts proposal={proposal} />}
            decision={
              <DecisionBar
                verdicts={proposal.status === 'proposed' ? proposalVerdicts(proposal, operator) : []}
                onDone={onDone}
                otherwise={`Decided${proposal.decided_by === null ? '' : ` by ${proposal.decided_by}`}.`}
              />
            }
          />
        )
      }
    </Asked>
  );
}

function ProposalFacts({ proposal }: { proposal: Proposal }) {
  return (
    <>
      <Panel title="What it does">
        <p style={{ marginTop: 0 }}>
          <b>{bodySentence(proposal.kind, proposal.body, proposal.account)}</b>
        </p>
        <Facts>
          <Fact name="For">
            <CustomerLink id={proposal.customer} account={proposal.account} />
          </Fact>
          {bodyFacts(proposal.body).map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </Facts>
      </Panel>
      <Panel title="Why and by whom">
        <Facts>
          <Fact name="Reason">{proposal.reason}</Fact>
          <Fact name="Proposed by">{proposal.proposed_by}</Fact>
          <Fact name="Proposed">
            <When at={proposal.proposed_at} />
          </Fact>
          {proposal.decided_at !== null && (
            <Fact name="Decided">
              <When at={proposal.decided_at} /> {proposal.decided_by !== null && `by ${proposal.decided_by}`}
            </Fact>
          )}
        </Facts>
      </Panel>
    </>
  );
}

function proposalVerdicts(proposal: Proposal, operator: Operator): readonly Verdict[] {
  const { customer, id, body, kind, account, proposed_by: by } = proposal;
  const send = (verdict: 'approve' | 'reject' | 'withdraw') => () =>
    call('POST proposal_decide', { customer, id, verdict, body });
  const own = by === operator.account;
  const says = bodySentence(kind, body, account);
  if (own) {
    return [
      {
        act: 'reject',
        keySign: 'r',
        label: 'Withdraw',
        name: `proposal-${customer}-${id}-withdraw`,
        title: 'Withdraw your proposal',
        says: `Nothing happens: ${says}`,
        fields: [],
        sendLabel: 'Withdraw',
        tone: 'error',
        send: send('withdraw'),
      },
    ];
  }
  return [
    {
      act: 'approve',
      keySign: 'a',
      label: 'Approve',
      name: `proposal-${customer}-${id}-approve`,
      title: 'Approve; it is done at once',
      says,
      fields: [],
      sendLabel: 'Approve',
      send: send('approve'),
    },
    {
      act: 'reject',
      keySign: 'r',
      label: 'Reject',
      name: `proposal-${customer}-${id}-reject`,
      title: 'Reject',
      says: `Nothing happens: ${says}`,
      fields: [],
      sendLabel: 'Reject',
      tone: 'error',
      send: send('reject'),
    },
  ];
}
