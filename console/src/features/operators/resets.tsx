/** Resets of operators' passwords and authenticators: the request by one admin, and the decision of a second one. */
import { Button } from '@mui/material';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import type { Decision } from '../../kit/decision-form.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { When } from '../../kit/when.tsx';
import { useAsk } from '../../lib/queries.ts';
import type { Operator } from '../../lib/session.ts';
import type { Enrolment, One } from './decisions.tsx';

type Reset = ConsoleOutput<'GET operator_resets'>[number];
type Choose = (decision: Decision) => void;

export function asking(t: Say, { account, person }: One, what: Reset['what']): Decision {
  const reason = { name: 'reason', label: t('ui.reason'), kind: 'text', needed: true } as const;
  const password = {
    name: 'new_password',
    label: t('operators.nextPassword'),
    kind: 'password',
    needed: true,
  } as const;
  return {
    name: `operator-reset-${what}-${account}`,
    title: t(`operators.replace.${what}`, { account }),
    says: t(`operators.askSays.${what}`, { person }),
    fields: what === 'password' ? [password, reason] : [reason],
    sendLabel: t('operators.sendRequest'),
    send: (values, call) => {
      const asked = { account, what, reason: (values['reason'] ?? '').trim() };
      const next = values['new_password'] ?? '';
      return call('POST operator_reset', what === 'password' ? { ...asked, new_password: next } : asked);
    },
  };
}

function deciding(
  t: Say,
  { id, account, person, what, reason, requested_by, requested_at }: Reset,
  {
    verdict,
    onEnrolment,
  }: { readonly verdict: 'confirm' | 'reject'; readonly onEnrolment: (enrolment: Enrolment) => void },
): Decision {
  const isConfirmed = verdict === 'confirm';
  return {
    name: `operator-reset-${verdict}-${id}`,
    title: t(`operators.${isConfirmed ? 'replace' : 'keep'}.${what}`, { account }),
    says: (
      <>
        <Facts>
          <Fact name={t('ui.account')}>{account}</Fact>
          <Fact name={t('ui.person')}>{person}</Fact>
          <Fact name={t('ui.reason')}>{reason}</Fact>
          <Fact name={t('operators.askedBy')}>
            {requested_by} · <When at={requested_at} />
          </Fact>
        </Facts>
        {isConfirmed && t('operators.personally', { person })}
      </>
    ),
    fields: [],
    sendLabel: isConfirmed ? t('ui.confirm') : t('ui.reject'),
    ...(isConfirmed ? {} : { tone: 'error' }),
    send: async (_values, call) => {
      const envelope = await call('POST operator_reset_decide', { account, id, what, verdict });
      if (envelope.type === 'ok' && envelope.message.totp_secret !== null) {
        onEnrolment({ account, ...envelope.message });
      }
      return envelope;
    },
  };
}

/** The requests that wait for a second admin, if there are any. */
export function Resets({
  me,
  operators,
  onChoose,
  onEnrolment,
}: {
  me: Operator | undefined;
  operators: readonly One[];
  onChoose: Choose;
  onEnrolment: (enrolment: Enrolment) => void;
}) {
  const t = useSay();
  const { data = [] } = useAsk('GET operator_resets', {});
  if (data.length === 0) return null;
  const personOf = (account: string) => operators.find((one) => one.account === account)?.person;
  const mayConfirm = ({ person, requested_by }: Reset): boolean =>
    me !== undefined && me.person !== person && me.person !== personOf(requested_by);
  return (
    <Panel title={t('operators.resets')}>
      <PlainTable
        label={t('operators.resets')}
        columns={[
          { head: t('ui.account') },
          { head: t('operators.lostWhat') },
          { head: t('operators.askedBy') },
          { head: t('ui.when') },
          { head: t('ui.actions') },
        ]}
        rows={data.map((reset) => ({
          key: reset.id,
          cells: [
            reset.account,
            t(`codes.factor.${reset.what}`),
            reset.requested_by,
            <When key="at" at={reset.requested_at} />,
            <span key="acts">
              {mayConfirm(reset) && (
                <Button
                  variant="outlined"
                  aria-label={t(`operators.confirmReset.${reset.what}`, { account: reset.account })}
                  onClick={() => onChoose(deciding(t, reset, { verdict: 'confirm', onEnrolment }))}
                >
                  {t('ui.confirm')}
                </Button>
              )}
              <Button
                color="error"
                aria-label={t(`operators.rejectReset.${reset.what}`, { account: reset.account })}
                onClick={() => onChoose(deciding(t, reset, { verdict: 'reject', onEnrolment }))}
              >
                {t('ui.reject')}
              </Button>
            </span>,
          ],
        }))}
      />
    </Panel>
  );
}
