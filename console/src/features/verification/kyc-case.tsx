/** One identity to be verified: what was typed, both sides of the document, and the verdict. Looking is on record. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { verificationReasons } from '@candor/protocol/verification/schemas.ts';
import { CaseFrame } from '../../kit/case-frame.tsx';
import type { CaseProps } from '../../kit/case-panel.ts';
import { DecisionBar } from '../../kit/decision-bar.tsx';
import type { Verdict } from '../../kit/decision-bar.tsx';
import type { Values } from '../../kit/decision-fields.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { CustomerLink } from '../../kit/links.tsx';
import { Asked, Nothing, Panel } from '../../kit/page.tsx';
import { Picture } from '../../kit/picture.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When, WhenOr } from '../../kit/when.tsx';
import { call } from '../../lib/api.ts';
import { useLook, useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import { codeWords } from '../../lib/words.ts';

type Application = ConsoleOutput<'POST kyc'>;

export function KycCase({ of, onDone }: CaseProps) {
  const operator = useOperator();
  const maySee = operator !== undefined && mayCall(operator.role, 'POST kyc');
  const { customer } = of;
  const asked = useLook('POST kyc', { customer }, maySee);
  const front = useLook('POST kyc_picture', { customer, side: 'front' }, maySee && asked.data !== undefined);
  const back = useLook('POST kyc_picture', { customer, side: 'back' }, maySee && asked.data !== undefined);
  const seen = front.data !== undefined && back.data !== undefined;
  if (!maySee) return <Nothing>Your role does not open documents of identity.</Nothing>;
  return (
    <Asked of={asked}>
      {(application) => (
        <CaseFrame
          title={`Identity of ${application.account}`}
          chips={<StateChip state={application.status} />}
          facts={<KycFacts application={application} />}
          documents={
            <>
              <Picture name="Front" of={front} />
              <Picture name="Back" of={back} />
            </>
          }
          decision={
            <DecisionBar
              verdicts={application.decided_at === null ? kycVerdicts(application, seen) : []}
              onDone={onDone}
              otherwise="This application is decided."
            />
          }
        />
      )}
    </Asked>
  );
}

function KycFacts({ application }: { application: Application }) {
  const { given, registered_birth_date: born } = application;
  return (
    <Panel title="What was typed">
      <Facts>
        <Fact name="Customer">
          <CustomerLink id={application.customer} account={application.account} />
        </Fact>
        <Fact name="First name">{given.first_name}</Fact>
        <Fact name="Last name">{given.last_name}</Fact>
        <Fact name="Born" mark={born === null ? undefined : born === given.birth_date ? 'good' : 'bad'}>
          {given.birth_date}
          {born !== null && born !== given.birth_date && `, but registered with ${born}`}
        </Fact>
        <Fact name="Country">{given.country}</Fact>
        <Fact name="Document">{codeWords(given.certificate_type)}</Fact>
        <Fact name="Number">{given.certificate_number}</Fact>
        <Fact name="Number of others" mark="good">
          No: an ID number verifies one person
        </Fact>
        <Fact name="Handed in">
          <When at={application.submitted_at} />
        </Fact>
        <Fact name="Decided">
          <WhenOr at={application.decided_at} otherwise="Not yet" />
        </Fact>
        {application.reason !== null && <Fact name="Reason">{codeWords(application.reason)}</Fact>}
        <Fact name="On record">The customer sees that a reviewer opened this.</Fact>
      </Facts>
    </Panel>
  );
}

function kycVerdicts(application: Application, picturesSeen: boolean): readonly Verdict[] {
  const { customer, account, given, seen } = application;
  const send = (verdict: 'approve' | 'reject') => (values: Values) =>
    call('POST kyc_decide', {
      customer,
      seen,
      verdict,
      ...(values['reason'] === undefined || values['reason'] === ''
        ? {}
        : { reason: values['reason'] as (typeof verificationReasons)[number] }),
      ...(values['note'] === undefined || values['note'] === '' ? {} : { note: values['note'] }),
    });
  const person = `${given.first_name} ${given.last_name}, born ${given.birth_date}, ${codeWords(given.certificate_type)} ${given.certificate_number} (${given.country})`;
  const note = { name: 'note', label: 'Note for colleagues', kind: 'text' } as const;
  const reason = {
    name: 'reason',
    label: 'Reason, told to the customer',
    kind: 'choice',
    needed: true,
    options: verificationReasons,
  } as const;
  const barred = picturesSeen ? undefined : 'Both sides have to be seen first.';
  return [
    {
      act: 'approve',
      keySign: 'a',
      label: 'Approve',
      name: `kyc-${customer}-${application.application}-approve`,
      title: 'Approve this identity',
      says: `Says that ${account} (${customer}) is ${person}.`,
      fields: [note],
      sendLabel: 'Approve',
      barred,
      send: send('approve'),
    },
    {
      act: 'reject',
      keySign: 'r',
      label: 'Reject',
      name: `kyc-${customer}-${application.application}-reject`,
      title: 'Reject this identity',
      says: `Does not accept that ${account} (${customer}) is ${person}. The customer is told the reason and can apply again.`,
      fields: [reason, note],
      sendLabel: 'Reject',
      tone: 'error',
      barred,
      send: send('reject'),
    },
  ];
}
