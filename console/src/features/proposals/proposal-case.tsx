/** A proposal that waits for a second operator: the exact effect, and the decision. */
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { CaseFrame } from '../../kit/case-frame.tsx';
import type { CaseProps } from '../../kit/case-panel.ts';
import { DecisionBar } from '../../kit/decision-bar.tsx';
import type { Verdict } from '../../kit/decision-bar.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { CustomerLink } from '../../kit/links.tsx';
import { Asked, Nothing, Panel } from '../../kit/page.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import type { Client } from '../../lib/client.ts';
import { useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import type { Operator } from '../../lib/session.ts';
import { decidedWords } from '../../lib/words.ts';
import { bodyFacts, bodySentence } from './proposal-body.ts';
import { useProposal } from './find-proposal.ts';
import type { Proposal } from './find-proposal.ts';
import { TermsComparison } from './terms-comparison.tsx';

export function ProposalCase({ of, onDone }: CaseProps) {
  const t = useSay();
  const operator = useOperator();
  const may = operator !== undefined && mayCall(operator.role, 'GET proposals');
  if (!may) return <Nothing>{t('proposals.mayNotDecide')}</Nothing>;
  return <Found of={of} onDone={onDone} operator={operator} />;
}

function Found({ of, onDone, operator }: CaseProps & { operator: Operator }) {
  const t = useSay();
  const asked = useProposal(of.customer, of.id);
  return (
    <Asked of={asked}>
      {(proposal) =>
        proposal === null ? (
          <Nothing>{t('proposals.notFound')}</Nothing>
        ) : (
          <CaseFrame
            title={t('proposals.case', {
              kind: t(`codes.proposal_kind.${proposal.kind}`),
              by: proposal.proposed_by,
            })}
            chips={<StateChip of="proposal" state={proposal.status} />}
            facts={<ProposalFacts proposal={proposal} />}
            decision={
              <DecisionBar
                verdicts={proposal.status === 'proposed' ? proposalVerdicts(t, proposal, operator) : []}
                onDone={onDone}
                otherwise={decidedWords(t, proposal.decided_by)}
              />
            }
          />
        )
      }
    </Asked>
  );
}

function ProposalFacts({ proposal }: { proposal: Proposal }) {
  const t = useSay();
  return (
    <>
      <Panel title={t('proposals.whatItDoes')}>
        <p style={{ marginTop: 0 }}>
          <b>{bodySentence(t, proposal)}</b>
        </p>
        <Facts>
          <Fact name={t('proposals.for')}>
            <CustomerLink id={proposal.customer} account={proposal.account} />
          </Fact>
          {bodyFacts(t, proposal.body).map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </Facts>
      </Panel>
      {proposal.kind === 'terms' && <TermsComparison proposal={proposal} />}
      <Panel title={t('proposals.whyAndWho')}>
        <Facts>
          <Fact name={t('ui.reason')}>{proposal.reason}</Fact>
          <Fact name={t('proposals.proposedBy')}>{proposal.proposed_by}</Fact>
          <Fact name={t('proposals.proposedAt')}>
            <When at={proposal.proposed_at} />
          </Fact>
          {proposal.decided_at !== null && (
            <Fact name={t('ui.decided')}>
              <When at={proposal.decided_at} /> {proposal.decided_by !== null && `· ${proposal.decided_by}`}
            </Fact>
          )}
        </Facts>
      </Panel>
    </>
  );
}

function proposalVerdicts(t: Say, proposal: Proposal, operator: Operator): readonly Verdict[] {
  const { customer, id, body, proposed_by: by } = proposal;
  const send = (verdict: 'approve' | 'reject' | 'withdraw') => (_values: unknown, call: Client) =>
    call('POST proposal_decide', { customer, id, verdict, body });
  const own = by === operator.account;
  const says = bodySentence(t, proposal);
  if (own) {
    return [
      {
        act: 'reject',
        keySign: 'r',
        label: t('proposals.withdraw'),
        name: `proposal-${customer}-${id}-withdraw`,
        title: t('proposals.withdrawTitle'),
        says: t('proposals.cancels', { effect: says }),
        fields: [],
        sendLabel: t('proposals.withdraw'),
        tone: 'error',
        send: send('withdraw'),
      },
    ];
  }
  return [
    {
      act: 'approve',
      keySign: 'a',
      label: t('ui.approve'),
      name: `proposal-${customer}-${id}-approve`,
      title: t('proposals.approveTitle'),
      says,
      fields: [],
      sendLabel: t('ui.approve'),
      send: send('approve'),
    },
    {
      act: 'reject',
      keySign: 'r',
      label: t('ui.reject'),
      name: `proposal-${customer}-${id}-reject`,
      title: t('ui.reject'),
      says: t('proposals.cancels', { effect: says }),
      fields: [],
      sendLabel: t('ui.reject'),
      tone: 'error',
      send: send('reject'),
    },
  ];
}
