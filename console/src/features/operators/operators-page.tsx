/** People with access: adding somebody, confirming whom another added, ending somebody's access, forgiving wrong tries. */
import { Alert, Box, Button } from '@mui/material';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNotify } from 'react-admin';
import { DecisionForm } from '../../kit/decision-form.tsx';
import type { Decision } from '../../kit/decision-form.tsx';
import { useConsoleKeys } from '../../kit/keyboard.tsx';
import { Asked, Page, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { WhenOr } from '../../kit/when.tsx';
import { useAsk, useOperator } from '../../lib/queries.ts';
import type { Operator } from '../../lib/session.ts';
import { codeWords } from '../../lib/words.ts';
import { adding, allowing, confirming, disabling, unlocking } from './decisions.tsx';
import type { One, Told } from './decisions.tsx';
import { Resets, asking } from './resets.tsx';

export function OperatorsPage() {
  const asked = useAsk('GET operators', {});
  const [chosen, setChosen] = useState<Decision>();
  const [told, setTold] = useState<Told>();
  const me = useOperator();
  const notify = useNotify();
  useConsoleKeys(chosen === undefined ? {} : { back: () => setChosen(undefined) });
  return (
    <Page
      title="Operators"
      actions={
        <Button variant="outlined" onClick={() => setChosen(adding(setTold))}>
          Add an operator
        </Button>
      }
    >
      {told !== undefined && <ToldOf told={told} onClose={() => setTold(undefined)} />}
      {chosen !== undefined && (
        <Panel title="Decision">
          <DecisionForm
            key={chosen.name}
            decision={chosen}
            onCancel={() => setChosen(undefined)}
            onDone={() => {
              setChosen(undefined);
              notify('Done, and on record.', { type: 'success' });
            }}
          />
        </Panel>
      )}
      <Asked of={asked}>
        {(operators) => (
          <>
            <Resets me={me} operators={operators} onChoose={setChosen} onTold={setTold} />
            <Panel title="People with access">
              <PlainTable
                label="People with access"
                columns={[
                  { head: 'Account' },
                  { head: 'Role' },
                  { head: 'Person' },
                  { head: 'State' },
                  { head: 'Added by' },
                  { head: 'Confirmed by' },
                  { head: 'Last seen' },
                  { head: 'Tied to customers' },
                  { head: 'Actions' },
                ]}
                rows={waitingFirst(operators).map((one) => ({
                  key: one.account,
                  cells: [
                    one.account,
                    codeWords(one.role),
                    one.person,
                    <State key="state" one={one} />,
                    addedBy(one),
                    confirmedBy(one),
                    <WhenOr key="seen" at={one.last_seen_at} otherwise="Never" />,
                    one.ties.join(', '),
                    <Acts key="acts" one={one} onChoose={setChosen}>
                      {isWaiting(one) && (
                        <Confirm of={{ one, operators, me }} onChoose={setChosen} onTold={setTold} />
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

/** Who waits for somebody stands first; the rest as it comes, by name. */
function waitingFirst(operators: readonly One[]): readonly One[] {
  return operators.toSorted((one, other) => Number(isWaiting(other)) - Number(isWaiting(one)));
}

function State({ one }: { one: One }) {
  if (one.disabled_at !== null) return <StateChip state="locked" says="Disabled" />;
  if (one.confirmed_at === null) return <StateChip state="waiting" says="Waits" />;
  return one.authenticator ? (
    <StateChip state="active" />
  ) : (
    <StateChip state="held" says="No authenticator" />
  );
}

function addedBy({ added_by: by }: One): string {
  return by === null || by === 'bootstrap' ? 'With the house' : by;
}

function confirmedBy(one: One): string {
  const { added_by: added, confirmed_by: by } = one;
  if (by === null) return 'Nobody yet';
  if (by !== 'bootstrap') return by === added ? `${by}, at once` : by;
  return addedBy(one) === added ? 'Database owner' : 'With the house';
}

/** Who waits, or what is said this once and kept nowhere here. */
function ToldOf({ told, onClose }: { told: Told; onClose: () => void }) {
  const { account, totp_secret: secret, totp_uri: uri } = told;
  if (secret === null) {
    return (
      <Alert severity="info" onClose={onClose}>
        {account} waits until another admin confirms who it is. Hand the first password over yourself; the
        secret of the authenticator is told to the one who confirms.
      </Alert>
    );
  }
  return (
    <Alert severity="warning" onClose={onClose}>
      The secret for the authenticator of {account}, shown this once: <b>{secret}</b>
      <Box sx={{ overflowWrap: 'anywhere', fontSize: 12 }}>{uri}</Box>
      Hand it over yourself, and to nobody else.
    </Alert>
  );
}

type Confirmable = {
  readonly one: One;
  readonly operators: readonly One[];
  readonly me: Operator | undefined;
};

/** Whether this admin is another person than who added and than the newcomer; the server decides it again. */
function mayConfirm({ one, operators, me }: Confirmable): boolean {
  const adder = operators.find(({ account }) => account === one.added_by);
  if (me === undefined || adder === undefined || adder.disabled_at !== null) return false;
  return me.person !== adder.person && me.person !== one.person;
}

function Confirm({
  of,
  onChoose,
  onTold,
}: {
  of: Confirmable;
  onChoose: (decision: Decision) => void;
  onTold: (told: Told) => void;
}) {
  const { account } = of.one;
  if (!mayConfirm(of)) return null;
  return (
    <Button
      aria-label={`Confirm ${account}`}
      variant="outlined"
      onClick={() => onChoose(confirming(of.one, onTold))}
    >
      Confirm
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
  if (one.disabled_at !== null) return null;
  return (
    <>
      {children}
      <Button aria-label={`Disable ${one.account}`} color="error" onClick={() => onChoose(disabling(one))}>
        Disable
      </Button>
      {!isWaiting(one) && (
        <>
          <Button aria-label={`Unlock ${one.account}`} onClick={() => onChoose(unlocking(one))}>
            Unlock
          </Button>
          <Button aria-label={`Allow more for ${one.account}`} onClick={() => onChoose(allowing(one))}>
            Allow more
          </Button>
          <Resetting one={one} onChoose={onChoose} />
        </>
      )}
    </>
  );
}

/** Of a demo's examples everybody knows both, and nobody replaces them. */
function Resetting({ one, onChoose }: { one: One; onChoose: (decision: Decision) => void }) {
  if (one.added_by === null) return null;
  return (['password', 'authenticator'] as const).map((what) => (
    <Button
      key={what}
      aria-label={`Lost ${what}: replace that of ${one.account}`}
      onClick={() => onChoose(asking(one, what))}
    >
      Lost {what}
    </Button>
  ));
}
