/** What is decided about who acts for the house: each as the form that asks for it. */
import { Box } from '@mui/material';
import { operatorRoles } from '@candor/protocol/console/console-call.ts';
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';
import { paces } from '@candor/protocol/oversight/console.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Decision } from '../../kit/decision-form.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { When } from '../../kit/when.tsx';
import { call } from '../../lib/api.ts';
import { codeWords } from '../../lib/words.ts';

export type One = ConsoleOutput<'GET operators'>[number];
/** What came of adding or confirming: who waits, or the secret of an authenticator. */
export type Told = Pick<ConsoleOutput<'POST operator_add'>, 'account' | 'totp_secret' | 'totp_uri'>;

const reason = { name: 'reason', label: 'Reason', kind: 'text', needed: true } as const;

export function disabling({ account, person }: One): Decision {
  return {
    name: `operator-disable-${account}`,
    title: `Disable ${account}`,
    says: `Ends every session of ${account} (${person}) and lets them sign in no more.`,
    fields: [reason],
    sendLabel: 'Disable',
    tone: 'error',
    send: (values) => call('POST operator_disable', { account, reason: (values['reason'] ?? '').trim() }),
  };
}

export function unlocking({ account, person }: One): Decision {
  return {
    name: `operator-unlock-${account}`,
    title: `Unlock ${account}`,
    says: `Forgives the wrong tries of ${account} (${person}) to sign in.`,
    fields: [reason],
    sendLabel: 'Unlock',
    send: (values) => call('POST operator_unlock', { account, reason: (values['reason'] ?? '').trim() }),
  };
}

/** Ten times as many for an hour, where somebody has to lock or look at many customers. */
export function allowing({ account, person }: One): Decision {
  return {
    name: `operator-allow-${account}`,
    title: `Allow ${account} more`,
    says: `For one hour, ${account} (${person}) can lock or look at ten times as many customers as usual.`,
    fields: [{ name: 'what', label: 'What', kind: 'choice', needed: true, options: paces }, reason],
    sendLabel: 'Allow',
    send: (values) =>
      call('POST operator_allow', {
        ...{ account, reason: (values['reason'] ?? '').trim() },
        what: values['what'] as (typeof paces)[number],
      }),
  };
}

export function confirming(
  { account, role, person, added_by, added_at }: One,
  onTold: (told: Told) => void,
): Decision {
  return {
    name: `operator-confirm-${account}`,
    title: `Confirm ${account}`,
    says: (
      <>
        <Facts>
          <Fact name="Account">{account}</Fact>
          <Fact name="Role">{codeWords(role)}</Fact>
          <Fact name="Person">{person}</Fact>
          <Fact name="Added by">
            {added_by}, <When at={added_at} />
          </Fact>
        </Facts>
        <Box component="p" sx={{ maxWidth: 720, mb: 0 }}>
          Confirm only somebody of whom you know yourself that they are this person, and that they are to work
          here as this. You are told the secret of their authenticator; the first password is {added_by}’s to
          hand over. Neither of you has both.
        </Box>
      </>
    ),
    fields: [],
    sendLabel: 'Confirm',
    send: async () => {
      const envelope = await call('POST operator_confirm', { account, role, person });
      if (envelope.type === 'ok') onTold(envelope.message);
      return envelope;
    },
  };
}

export function adding(onTold: (told: Told) => void): Decision {
  return {
    name: 'operator-add',
    title: 'Add an operator',
    says: 'Another admin confirms who it is before they can sign in, and is told the secret of their authenticator. Only in a house that has not had two admins yet does it count at once.',
    fields: [
      { name: 'account', label: 'Account, lower case', kind: 'line', needed: true },
      { name: 'role', label: 'Role', kind: 'choice', needed: true, options: operatorRoles },
      {
        name: 'person',
        label: 'Person',
        kind: 'line',
        needed: true,
        hint: 'Who they are: the same for every account of one person.',
      },
      { name: 'password', label: 'First password, 12 characters or more', kind: 'password', needed: true },
    ],
    sendLabel: 'Add',
    send: async (values) => {
      const envelope = await call('POST operator_add', {
        account: (values['account'] ?? '').trim(),
        role: values['role'] as OperatorRole,
        person: (values['person'] ?? '').trim(),
        password: values['password'] ?? '',
      });
      if (envelope.type === 'ok') onTold(envelope.message);
      return envelope;
    },
  };
}
