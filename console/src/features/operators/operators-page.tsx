/** The operators, and the actions to add, confirm or disable one and to clear failed attempts. */
import { Alert, Box, Button } from '@mui/material';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNotify } from 'react-admin';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { DecisionForm } from '../../kit/decision-form.tsx';
import type { Decision } from '../../kit/decision-form.tsx';
import { useConsoleKeys } from '../../kit/keyboard.tsx';
import { bold } from '../../kit/marks.tsx';
import { Asked, Page, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { WhenOr } from '../../kit/when.tsx';
import { useAsk, useOperator } from '../../lib/queries.ts';
import type { Operator } from '../../lib/session.ts';
import { codeWords, listWords } from '../../lib/words.ts';
import { adding, allowing, confirming, disabling, unlocking } from './decisions.tsx';
import type { Enrolment, One } from './decisions.tsx';
import { Resets, asking } from './resets.tsx';

export function OperatorsPage() {
  const t = useSay();
  const asked = useAsk('GET operators', {});
  const [chosen, setChosen] = useState<Decision>();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const me = useOperator();
  const notify = useNotify();
  useConsoleKeys(chosen === undefined ? {} : { back: () => setChosen(undefined) });
  return (
    <Page
      title={t('operators.title')}
      actions={
        <Button variant="outlined" onClick={() => setChosen(adding(t, setEnrolment))}>
          {t('operators.add')}
        </Button>
      }
    >
      {enrolment !== undefined && (
        <EnrolmentOf enrolment={enrolment} onClose={() => setEnrolment(undefined)} />
      )}
      {chosen !== undefined && (
        <Panel title={t('ui.decision')}>
          <DecisionForm
            key={chosen.name}
            decision={chosen}
            onCancel={() => setChosen(undefined)}
            onDone={() => {
              setChosen(undefined);
              notify(t('ui.done'), { type: 'success' });
            }}
          />
        </Panel>
      )}
      <Asked of={asked}>
        {(operators) => (
          <>
            <Resets me={me} operators={operators} onChoose={setChosen} onEnrolment={setEnrolment} />
            <Panel title={t('operators.people')}>
              <PlainTable
                label={t('operators.people')}
                columns={[
                  { head: t('ui.account') },
                  { head: t('ui.role') },
                  { head: t('ui.person') },
                  { head: t('ui.state') },
                  { head: t('ui.addedBy') },
                  { head: t('ui.confirmedBy') },
                  { head: t('ui.lastSeen') },
                  { head: t('operators.tiedTo') },
                  { head: t('ui.actions') },
                ]}
                rows={waitingFirst(operators).map((one) => ({
                  key: one.account,
                  cells: [
                    one.account,
                    codeWords(t, 'role', one.role),
                    one.person,
                    <State key="state" one={one} />,
                    addedBy(t, one),
                    confirmedBy(t, one),
                    <WhenOr key="seen" at={one.last_seen_at} otherwise={t('ui.never')} />,
                    listWords(one.ties),
                    <Acts key="acts" one={one} onChoose={setChosen}>
                      {isWaiting(one) && (
                        <Confirm
                          of={{ one, operators, me }}
                          onChoose={setChosen}
                          onEnrolment={setEnrolment}
                        />
                      )}
                    </Acts>,
                  ],
                }))}
              />
            </Panel>
          </>
        )}
      </Asked>
    </Page>
  );
}

function isWaiting({ confirmed_at, disabled_at }: One): boolean {
  return confirmed_at === null && disabled_at === null;
}

/** Sorts operators: those who wait for confirmation first, then the others by name. */
function waitingFirst(operators: readonly One[]): readonly One[] {
  return operators.toSorted((one, other) => Number(isWaiting(other)) - Number(isWaiting(one)));
}

function State({ one }: { one: One }) {
  const t = useSay();
  if (one.disabled_at !== null) return <StateChip state="locked" says={t('operators.disabled')} />;
  if (one.confirmed_at === null) return <StateChip state="waiting" says={t('ui.waits')} />;
  return one.authenticator ? (
    <StateChip state="active" />
  ) : (
    <StateChip state="held" says={t('operators.noAuthenticator')} />
  );
}

function addedBy(t: Say, { added_by: by }: One): string {
  return by === null || by === 'bootstrap' ? t('operators.withTheStart') : by;
}

function confirmedBy(t: Say, one: One): string {
  const { added_by: added, confirmed_by: by } = one;
  if (by === null) return t('ui.noOneYet');
  if (by !== 'bootstrap') return by === added ? t('operators.atOnce', { by }) : by;
  return addedBy(t, one) === added ? t('ui.databaseOwner') : t('operators.withTheStart');
}

/** The pending account, or the authenticator's secret, which is shown once and not stored in the console. */
function EnrolmentOf({ enrolment, onClose }: { enrolment: Enrolment; onClose: () => void }) {
  const t = useSay();
  const { account, totp_secret: secret, totp_uri: uri } = enrolment;
  if (secret === null) {
    return (
      <Alert severity="info" onClose={onClose} closeText={t('ui.close')}>
        {t('operators.isAdded', { account })}
      </Alert>
    );
  }
  return (
    <Alert severity="warning" onClose={onClose} closeText={t('ui.close')}>
      {t.rich('operators.secret', { account, secret, b: bold })}
      <Box sx={{ overflowWrap: 'anywhere', fontSize: 12 }}>{uri}</Box>
      {t('operators.secretHandOver')}
    </Alert>
  );
}

type Confirmable = {
  readonly one: One;
  readonly operators: readonly One[];
  readonly me: Operator | undefined;
};

/**
 * Whether this admin may confirm the operator: neither the admin who added the operator nor the operator themselves may. The
 * server checks the same.
 */
function mayConfirm({ one, operators, me }: Confirmable): boolean {
  const adder = operators.find(({ account }) => account === one.added_by);
  if (me === undefined || adder === undefined || adder.disabled_at !== null) return false;
  return me.person !== adder.person && me.person !== one.person;
}

function Confirm({
  of,
  onChoose,
  onEnrolment,
}: {
  of: Confirmable;
  onChoose: (decision: Decision) => void;
  onEnrolment: (enrolment: Enrolment) => void;
}) {
  const t = useSay();
  const { account } = of.one;
  if (!mayConfirm(of)) return null;
  return (
    <Button
      aria-label={t('operators.confirmOne', { account })}
      variant="outlined"
      onClick={() => onChoose(confirming(t, of.one, onEnrolment))}
    >
      {t('ui.confirm')}
    </Button>
  );
}

function Acts({
  one,
  onChoose,
  children,
}: {
  one: One;
  onChoose: (decision: Decision) => void;
  children?: ReactNode;
}) {
  const t = useSay();
  if (one.disabled_at !== null) return null;
  return (
    <>
      {children}
      <Button
        aria-label={t('operators.disableOne', { account: one.account })}
        color="error"
        onClick={() => onChoose(disabling(t, one))}
      >
        {t('operators.disable')}
      </Button>
      {!isWaiting(one) && (
        <>
          <Button
            aria-label={t('operators.unlockOne', { account: one.account })}
            onClick={() => onChoose(unlocking(t, one))}
          >
            {t('operators.unlock')}
          </Button>
          <Button
            aria-label={t('operators.allowOne', { account: one.account })}
            onClick={() => onChoose(allowing(t, one))}
          >
            {t('operators.allowMore')}
          </Button>
          <Resetting one={one} onChoose={onChoose} />
        </>
      )}
    </>
  );
}

/** The passwords and secrets of a demo's example operators are public and cannot be replaced. */
function Resetting({ one, onChoose }: { one: One; onChoose: (decision: Decision) => void }) {
  const t = useSay();
  if (one.added_by === null) return null;
  return (['password', 'authenticator'] as const).map((what) => (
    <Button
      key={what}
      aria-label={t(`operators.lostOne.${what}`, { account: one.account })}
      onClick={() => onChoose(asking(t, one, what))}
    >
      {t(`operators.lost.${what}`)}
    </Button>
  ));
}
