/** How operators prove who they are: their passkeys, password and authenticator; for an admin the passkeys of everybody. */
import { Alert, Button } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { DecisionForm } from '../../kit/decision-form.tsx';
import type { Decision } from '../../kit/decision-form.tsx';
import { useConsoleKeys } from '../../kit/keyboard.tsx';
import { Asked, Nothing, Page, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { call } from '../../lib/api.ts';
import { hasPasskeys } from '../../lib/passkeys.ts';
import { useAsk, useOperator } from '../../lib/queries.ts';
import type { Operator } from '../../lib/session.ts';
import { useSending } from '../../lib/use-sending.ts';
import { bringing, changingPassword, confirmingKey, revoking, takingSecret } from './decisions.tsx';
import type { Brought, Key } from './decisions.tsx';

type Choose = (decision: Decision) => void;

export function AccessPage() {
  const me = useOperator();
  const asked = useAsk('GET passkeys', {});
  const [chosen, setChosen] = useState<Decision>();
  const [brought, setBrought] = useState<Brought>();
  const notify = useNotify();
  useConsoleKeys(chosen === undefined ? {} : { back: () => setChosen(undefined) });
  if (me === undefined) return null;
  return (
    <Page title="Your access" actions={<OwnActions me={me} onChoose={setChosen} />}>
      {!hasPasskeys() && (
        <Alert severity="info">
          Passkeys need a host name: use HTTPS, or open this page at localhost instead of 127.0.0.1.
        </Alert>
      )}
      {brought !== undefined && <BroughtNote brought={brought} onClose={() => setBrought(undefined)} />}
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
        {(keys) => (
          <Panel
            title="Passkeys"
            aside={
              hasPasskeys() && (
                <Button variant="outlined" onClick={() => setChosen(bringing(setBrought))}>
                  Add a passkey
                </Button>
              )
            }
          >
            <KeysTable keys={keys} me={me} onChoose={setChosen} />
          </Panel>
        )}
      </Asked>
    </Page>
  );
}

function BroughtNote({ brought, onClose }: { brought: Brought; onClose: () => void }) {
  return (
    <Alert severity="info" onClose={onClose}>
      Your passkey waits for another admin. Read them its fingerprint: <b>{brought.fingerprint}</b>
    </Alert>
  );
}

function OwnActions({ me, onChoose }: { me: Operator; onChoose: Choose }) {
  const { send, trouble } = useSending();
  const renew = async (): Promise<void> => {
    const secret = await send(() => call('POST authenticator_new', {}));
    if (secret !== undefined) onChoose(takingSecret(me.account, secret));
  };
  return (
    <>
      {trouble !== undefined && <Alert severity="error">{trouble}</Alert>}
      <Button variant="outlined" onClick={() => onChoose(changingPassword(me.account))}>
        Change password
      </Button>
      <Button variant="outlined" onClick={() => void renew()}>
        New authenticator
      </Button>
    </>
  );
}

function KeysTable({ keys, me, onChoose }: { keys: readonly Key[]; me: Operator; onChoose: Choose }) {
  if (keys.length === 0)
    return <Nothing>No passkey yet. In live mode every decision is signed with one.</Nothing>;
  return (
    <PlainTable
      label="Passkeys"
      columns={[
        { head: 'Account' },
        { head: 'Passkey' },
        { head: 'Fingerprint' },
        { head: 'State' },
        { head: 'Confirmed by' },
        { head: 'Added' },
        { head: 'Actions' },
      ]}
      rows={keys.map((key) => ({
        key: key.key,
        cells: [
          key.account,
          key.label,
          <code key="fingerprint">{key.fingerprint}</code>,
          <State key="state" of={key} />,
          key.confirmed_by === 'bootstrap' ? 'Database owner' : (key.confirmed_by ?? 'Nobody yet'),
          <When key="at" at={key.brought_at} />,
          <KeyActions key="acts" of={key} me={me} onChoose={onChoose} />,
        ],
      }))}
    />
  );
}

function State({ of: { revoked_at, confirmed_at } }: { of: Key }) {
  if (revoked_at !== null) return <StateChip state="locked" says="Revoked" />;
  return confirmed_at === null ? (
    <StateChip state="waiting" says="Waits" />
  ) : (
    <StateChip state="active" says="Signs" />
  );
}

/** The server decides again who may. */
function KeyActions({ of: key, me, onChoose }: { of: Key; me: Operator; onChoose: Choose }) {
  if (key.revoked_at !== null) return null;
  const mayConfirm = me.role === 'admin' && key.confirmed_at === null && key.person !== me.person;
  return (
    <>
      {mayConfirm && (
        <Button
          variant="outlined"
          aria-label={`Confirm the passkey of ${key.account}`}
          onClick={() => onChoose(confirmingKey(key))}
        >
          Confirm
        </Button>
      )}
      <Button
        color="error"
        aria-label={`Revoke “${key.label}” of ${key.account}`}
        onClick={() => onChoose(revoking(key))}
      >
        Revoke
      </Button>
    </>
  );
}
