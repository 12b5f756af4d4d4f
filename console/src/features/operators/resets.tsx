/** Lost passwords and authenticators of operators: asking for another, and the second admin's decision. */
import { Button } from '@mui/material';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Decision } from '../../kit/decision-form.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { When } from '../../kit/when.tsx';
import { call } from '../../lib/api.ts';
import { useAsk } from '../../lib/queries.ts';
import type { Operator } from '../../lib/session.ts';
import { codeWords } from '../../lib/words.ts';
import type { One, Told } from './decisions.tsx';

type Reset = ConsoleOutput<'GET operator_resets'>[number];
type Choose = (decision: Decision) => void;

export function asking({ account, person }: One, what: Reset['what']): Decision {
  const reason = { name: 'reason', label: 'Reason', kind: 'text', needed: true } as const;
  const password = {
    name: 'new_password',
    label: 'Next password, 12 characters or more',
    kind: 'password',
    needed: true,
  } as const;
  return {
    name: `operator-reset-${what}-${account}`,
    title: `Replace the ${what} of ${account}`,
    says:
      what === 'password'
        ? `Another admin has to confirm this. You give ${person} the new password yourself. They’re signed out everywhere.`
        : `Another admin has to confirm this, and gives ${person} the new secret. They’re signed out everywhere.`,
    fields: what === 'password' ? [password, reason] : [reason],
    sendLabel: 'Send request',
    send: (values) => {
      const asked = { account, what, reason: (values['reason'] ?? '').trim() };
      const next = values['new_password'] ?? '';
      return call('POST operator_reset', what === 'password' ? { ...asked, new_password: next } : asked);
    },
  };
}

function deciding(
  { id, account, person, what, reason, requested_by, requested_at }: Reset,
  verdict: 'confirm' | 'reject',
  onTold: (told: Told) => void,
): Decision {
  const isConfirmed = verdict === 'confirm';
  return {
    name: `operator-reset-${verdict}-${id}`,
    title: `${isConfirmed ? 'Replace' : 'Keep'} the ${what} of ${account}`,
    says: (
      <>
        <Facts>
          <Fact name="Account">{account}</Fact>
          <Fact name="Person">{person}</Fact>
          <Fact name="Reason">{reason}</Fact>
          <Fact name="Asked by">
            {requested_by}, <When at={requested_at} />
          </Fact>
        </Facts>
        {isConfirmed && `Confirm only if ${person} told you this personally.`}
      </>
    ),
    fields: [],
    sendLabel: isConfirmed ? 'Confirm' : 'Reject',
    ...(isConfirmed ? {} : { tone: 'error' }),
    send: async () => {
      const envelope = await call('POST operator_reset_decide', { account, id, what, verdict });
      if (envelope.type === 'ok' && envelope.message.totp_secret !== null) {
        onTold({ account, ...envelope.message });
      }
      return envelope;
    },
  };
}

/** What waits for a second admin; nothing where nothing does. */
export function Resets({
  me,
  operators,
  onChoose,
  onTold,
}: {
  me: Operator | undefined;
  operators: readonly One[];
  onChoose: Choose;
  onTold: (told: Told) => void;
}) {
  const { data = [] } = useAsk('GET operator_resets', {});
  if (data.length === 0) return null;
  const personOf = (account: string) => operators.find((one) => one.account === account)?.person;
  const mayConfirm = ({ person, requested_by }: Reset): boolean =>
    me !== undefined && me.person !== person && me.person !== personOf(requested_by);
  return (
    <Panel title="Lost passwords and authenticators">
      <PlainTable
        label="Lost passwords and authenticators"
        columns={[
          { head: 'Account' },
          { head: 'Lost' },
          { head: 'Asked by' },
          { head: 'When' },
          { head: 'Actions' },
        ]}
        rows={data.map((reset) => ({
          key: reset.id,
          cells: [
            reset.account,
            codeWords(reset.what),
            reset.requested_by,
            <When key="at" at={reset.requested_at} />,
            <span key="acts">
              {mayConfirm(reset) && (
                <Button
                  variant="outlined"
                  aria-label={`Confirm: replace the ${reset.what} of ${reset.account}`}
                  onClick={() => onChoose(deciding(reset, 'confirm', onTold))}
                >
                  Confirm
                </Button>
              )}
              <Button
                color="error"
                aria-label={`Reject: keep the ${reset.what} of ${reset.account}`}
                onClick={() => onChoose(deciding(reset, 'reject', onTold))}
              >
                Reject
              </Button>
            </span>,
          ],
        }))}
      />
    </Panel>
  );
}
