/**
 * One verification under review: the entered data, both sides of the document, and the decision. Every view of the document is
 * recorded.
 */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { verificationReasons } from '@candor/protocol/verification/schemas.ts';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { CaseFrame } from '../../kit/case-frame.tsx';
import type { CaseProps } from '../../kit/case-panel.ts';
import { DecisionBar } from '../../kit/decision-bar.tsx';
import type { Verdict } from '../../kit/decision-bar.tsx';
import { noteField, reasonField } from '../../kit/decision-fields.tsx';
import type { Values } from '../../kit/decision-fields.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { CustomerLink } from '../../kit/links.tsx';
import { Asked, Nothing, Panel } from '../../kit/page.tsx';
import { Picture } from '../../kit/picture.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When, WhenOr } from '../../kit/when.tsx';
import type { Client } from '../../lib/client.ts';
import { useLook, useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import { codeWords } from '../../lib/words.ts';

type Application = ConsoleOutput<'POST kyc'>;

export function KycCase({ of, onDone }: CaseProps) {
  const t = useSay();
  const operator = useOperator();
  const maySee = operator !== undefined && mayCall(operator.role, 'POST kyc');
  const { customer } = of;
  const asked = useLook('POST kyc', { customer }, maySee);
  const front = useLook('POST kyc_picture', { customer, side: 'front' }, maySee && asked.data !== undefined);
  const back = useLook('POST kyc_picture', { customer, side: 'back' }, maySee && asked.data !== undefined);
  const seen = front.data !== undefined && back.data !== undefined;
  if (!maySee) return <Nothing>{t('verification.mayNotSee')}</Nothing>;
  return (
    <Asked of={asked}>
      {(application) => (
        <CaseFrame
          title={t('verification.case', { account: application.account })}
          chips={<StateChip state={application.status} />}
          facts={<KycFacts application={application} />}
          documents={
            <>
              <Picture name={t('verification.front')} of={front} />
              <Picture name={t('verification.backSide')} of={back} />
            </>
          }
          decision={
            <DecisionBar
              verdicts={application.decided_at === null ? kycVerdicts(t, application, seen) : []}
              onDone={onDone}
              otherwise={t('verification.isDecided')}
            />
          }
        />
      )}
    </Asked>
  );
}

function KycFacts({ application }: { application: Application }) {
  const t = useSay();
  const { given, registered_birth_date: born } = application;
  return (
    <Panel title={t('verification.submission')}>
      <Facts>
        <Fact name={t('ui.customer')}>
          <CustomerLink id={application.customer} account={application.account} />
        </Fact>
        <Fact name={t('verification.firstName')}>{given.first_name}</Fact>
        <Fact name={t('verification.lastName')}>{given.last_name}</Fact>
        <Fact
          name={t('verification.born')}
          mark={born === null ? undefined : born === given.birth_date ? 'good' : 'bad'}
        >
          {born !== null && born !== given.birth_date
            ? t('verification.bornOtherwise', { typed: given.birth_date, registered: born })
            : given.birth_date}
        </Fact>
        <Fact name={t('ui.country')}>{given.country}</Fact>
        <Fact name={t('verification.document')}>{codeWords(t, 'certificate', given.certificate_type)}</Fact>
        <Fact name={t('verification.number')}>{given.certificate_number}</Fact>
        <Fact name={t('verification.numberElsewhere')} mark="good">
          {t('verification.numberNone')}
        </Fact>
        <Fact name={t('ui.submitted')}>
          <When at={application.submitted_at} />
        </Fact>
        <Fact name={t('ui.decided')}>
          <WhenOr at={application.decided_at} otherwise={t('ui.notYet')} />
        </Fact>
        {application.reason !== null && (
          <Fact name={t('ui.reason')}>{codeWords(t, 'reason', application.reason)}</Fact>
        )}
        <Fact name={t('verification.onRecord')}>{t('verification.seesLook')}</Fact>
      </Facts>
    </Panel>
  );
}

function kycVerdicts(t: Say, application: Application, picturesSeen: boolean): readonly Verdict[] {
  const { customer, account, given, seen } = application;
  const send = (verdict: 'approve' | 'reject') => (values: Values, call: Client) =>
    call('POST kyc_decide', {
      customer,
      seen,
      verdict,
      ...(values['reason'] === undefined || values['reason'] === ''
        ? {}
        : { reason: values['reason'] as (typeof verificationReasons)[number] }),
      ...(values['note'] === undefined || values['note'] === '' ? {} : { note: values['note'] }),
    });
  const person = t('verification.person', {
    ...{ first: given.first_name, last: given.last_name, born: given.birth_date, country: given.country },
    document: codeWords(t, 'certificate', given.certificate_type),
    number: given.certificate_number,
  });
  const note = noteField(t);
  const reason = reasonField(t, verificationReasons);
  const barred = picturesSeen ? undefined : t('verification.seeBoth');
  return [
    {
      act: 'approve',
      keySign: 'a',
      label: t('ui.approve'),
      name: `kyc-${customer}-${application.application}-approve`,
      title: t('verification.approveTitle'),
      says: t('verification.approveSays', { account, customer, person }),
      fields: [note],
      sendLabel: t('ui.approve'),
      barred,
      send: send('approve'),
    },
    {
      act: 'reject',
      keySign: 'r',
      label: t('ui.reject'),
      name: `kyc-${customer}-${application.application}-reject`,
      title: t('verification.rejectTitle'),
      says: t('verification.rejectSays', { account, customer, person }),
      fields: [reason, note],
      sendLabel: t('ui.reject'),
      tone: 'error',
      barred,
      send: send('reject'),
    },
  ];
}
