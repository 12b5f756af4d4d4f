/** Decisions about operators, each with its form. */
import { Box } from '@mui/material';
import { operatorRoles } from '@candor/protocol/console/console-call.ts';
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';
import { paces } from '@candor/protocol/oversight/console.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Say } from '../../i18n/say.ts';
import type { Decision } from '../../kit/decision-form.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { When } from '../../kit/when.tsx';
import { codeWords } from '../../lib/words.ts';

export type One = ConsoleOutput<'GET operators'>[number];
/** The result of adding an operator (the pending account) or confirming one (the authenticator's secret). */
export type Enrolment = Pick<ConsoleOutput<'POST operator_add'>, 'account' | 'totp_secret' | 'totp_uri'>;

const reason = (t: Say) => ({ name: 'reason', label: t('ui.reason'), kind: 'text', needed: true }) as const;

export function disabling(t: Say, { account, person }: One): Decision {
  return {
    name: `operator-disable-${account}`,
    title: t('operators.disableOne', { account }),
    says: t('operators.disableSays', { account, person }),
    fields: [reason(t)],
    sendLabel: t('operators.disable'),
    tone: 'error',
    send: (values, call) =>
      call('POST operator_disable', { account, reason: (values['reason'] ?? '').trim() }),
  };
}

export function unlocking(t: Say, { account, person }: One): Decision {
  return {
    name: `operator-unlock-${account}`,
    title: t('operators.unlockOne', { account }),
    says: t('operators.unlockSays', { account, person }),
    fields: [reason(t)],
    sendLabel: t('operators.unlock'),
    send: (values, call) =>
      call('POST operator_unlock', { account, reason: (values['reason'] ?? '').trim() }),
  };
}

/** Raises, for an hour, the number of customers whom an operator may lock or view to ten times the limit. */
export function allowing(t: Say, { account, person }: One): Decision {
  return {
    name: `operator-allow-${account}`,
    title: t('operators.allowOne', { account }),
    says: t('operators.allowSays', { account, person }),
    fields: [
      {
        name: 'what',
        label: t('operators.allowWhat'),
        kind: 'choice',
        needed: true,
        options: paces.map((value) => ({ value, says: t(`codes.pace.${value}`) })),
      },
      reason(t),
    ],
    sendLabel: t('operators.allowSend'),
    send: (values, call) =>
      call('POST operator_allow', {
        ...{ account, reason: (values['reason'] ?? '').trim() },
        what: values['what'] as (typeof paces)[number],
      }),
  };
}

export function confirming(
  t: Say,
  { account, role, person, added_by, added_at }: One,
  onEnrolment: (enrolment: Enrolment) => void,
): Decision {
  return {
    name: `operator-confirm-${account}`,
    title: t('operators.confirmOne', { account }),
    says: (
      <>
        <Facts>
          <Fact name={t('ui.account')}>{account}</Fact>
          <Fact name={t('ui.role')}>{codeWords(t, 'role', role)}</Fact>
          <Fact name={t('ui.person')}>{person}</Fact>
          <Fact name={t('ui.addedBy')}>
            {added_by} · <When at={added_at} />
          </Fact>
        </Facts>
        <Box component="p" sx={{ maxWidth: 720, mb: 0 }}>
          {t('operators.confirmSays', { addedBy: added_by ?? '' })}
        </Box>
      </>
    ),
    fields: [],
    sendLabel: t('ui.confirm'),
    send: async (_values, call) => {
      const envelope = await call('POST operator_confirm', { account, role, person });
      if (envelope.type === 'ok') onEnrolment(envelope.message);
      return envelope;
    },
  };
}

export function adding(t: Say, onEnrolment: (enrolment: Enrolment) => void): Decision {
  return {
    name: 'operator-add',
    title: t('operators.add'),
    says: t('operators.addSays'),
    fields: [
      { name: 'account', label: t('operators.accountLower'), kind: 'line', needed: true },
      {
        name: 'role',
        label: t('ui.role'),
        kind: 'choice',
        needed: true,
        options: operatorRoles.map((value) => ({ value, says: t(`codes.role.${value}`) })),
      },
      {
        name: 'person',
        label: t('ui.person'),
        kind: 'line',
        needed: true,
        hint: t('operators.personHint'),
      },
      { name: 'password', label: t('operators.firstPassword'), kind: 'password', needed: true },
    ],
    sendLabel: t('operators.addSend'),
    send: async (values, call) => {
      const envelope = await call('POST operator_add', {
        account: (values['account'] ?? '').trim(),
        role: values['role'] as OperatorRole,
        person: (values['person'] ?? '').trim(),
        password: values['password'] ?? '',
      });
      if (envelope.type === 'ok') onEnrolment(envelope.message);
      return envelope;
    },
  };
}
