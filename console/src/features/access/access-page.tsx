/** The operator's passkeys, password and authenticator; for admins, the passkeys of all operators. */
import { Alert, Button } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useSay } from '../../i18n/say.ts';
import { DecisionForm } from '../../kit/decision-form.tsx';
import type { Decision } from '../../kit/decision-form.tsx';
import { useConsoleKeys } from '../../kit/keyboard.tsx';
import { bold } from '../../kit/marks.tsx';
import { Asked, Nothing, Page, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { useApi } from '../../lib/api.ts';
import { hasPasskeys } from '../../lib/passkeys.ts';
import { useAsk, useOperator } from '../../lib/queries.ts';
import type { Operator } from '../../lib/session.ts';
import { useSending } from '../../lib/use-sending.ts';
import { bringing, changingPassword, confirmingKey, revoking, takingSecret } from './decisions.tsx';
import type { Brought, Key } from './decisions.tsx';

type Choose = (decision: Decision) => void;

export function AccessPage() {
  const t = useSay();
  const me = useOperator();
  const asked = useAsk('GET passkeys', {});
  const [chosen, setChosen] = useState<Decision>();
  const [brought, setBrought] = useState<Brought>();
  const notify = useNotify();
  useConsoleKeys(chosen === undefined ? {} : { back: () => setChosen(undefined) });
  if (me === undefined) return null;
  return (
    <Page title={t('access.title')} actions={<OwnActions me={me} onChoose={setChosen} />}>
      {!hasPasskeys() && <Alert severity="info">{t('access.needHost')}</Alert>}
      {brought !== undefined && <BroughtNote brought={brought} onClose={() => setBrought(undefined)} />}
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
        {(keys) => (
          <Panel
            title={t('ui.passkeys')}
            aside={
              hasPasskeys() && (
                <Button variant="outlined" onClick={() => setChosen(bringing(t, setBrought))}>
                  {t('access.add')}
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
  const t = useSay();
  return (
    <Alert severity="info" onClose={onClose} closeText={t('ui.close')}>
      {t.rich('access.brought', { fingerprint: brought.fingerprint, b: bold })}
    </Alert>
  );
}

function OwnActions({ me, onChoose }: { me: Operator; onChoose: Choose }) {
  const { call } = useApi();
  const t = useSay();
  const { send, trouble } = useSending();
  const renew = async (): Promise<void> => {
    const secret = await send(() => call('POST authenticator_new', {}));
    if (secret !== undefined) onChoose(takingSecret(t, me.account, secret));
  };
  return (
    <>
      {trouble !== undefined && <Alert severity="error">{trouble}</Alert>}
      <Button variant="outlined" onClick={() => onChoose(changingPassword(t, me.account))}>
        {t('access.changePassword')}
      </Button>
      <Button variant="outlined" onClick={() => void renew()}>
        {t('access.newAuthenticator')}
      </Button>
    </>
  );
}

function KeysTable({ keys, me, onChoose }: { keys: readonly Key[]; me: Operator; onChoose: Choose }) {
  const t = useSay();
  if (keys.length === 0) return <Nothing>{t('access.noPasskeys')}</Nothing>;
  return (
    <PlainTable
      label={t('ui.passkeys')}
      columns={[
        { head: t('ui.account') },
        { head: t('ui.passkey') },
        { head: t('ui.fingerprint') },
        { head: t('ui.state') },
        { head: t('ui.confirmedBy') },
        { head: t('access.added') },
        { head: t('ui.actions') },
      ]}
      rows={keys.map((key) => ({
        key: key.key,
        cells: [
          key.account,
          key.label,
          <code key="fingerprint">{key.fingerprint}</code>,
          <State key="state" of={key} />,
          key.confirmed_by === 'bootstrap' ? t('ui.databaseOwner') : (key.confirmed_by ?? t('ui.noOneYet')),
          <When key="at" at={key.brought_at} />,
          <KeyActions key="acts" of={key} me={me} onChoose={onChoose} />,
        ],
      }))}
    />
  );
}

function State({ of: { revoked_at, confirmed_at } }: { of: Key }) {
  const t = useSay();
  if (revoked_at !== null) return <StateChip state="locked" says={t('access.revoked')} />;
  return confirmed_at === null ? (
    <StateChip state="waiting" says={t('ui.waits')} />
  ) : (
    <StateChip state="active" says={t('access.signs')} />
  );
}

/** Only hides the button; the server checks the permission. */
function KeyActions({ of: key, me, onChoose }: { of: Key; me: Operator; onChoose: Choose }) {
  const t = useSay();
  if (key.revoked_at !== null) return null;
  const mayConfirm = me.role === 'admin' && key.confirmed_at === null && key.person !== me.person;
  return (
    <>
      {mayConfirm && (
        <Button
          variant="outlined"
          aria-label={t('access.confirmKey', { account: key.account })}
          onClick={() => onChoose(confirmingKey(t, key))}
        >
          {t('ui.confirm')}
        </Button>
      )}
      <Button
        color="error"
        aria-label={t('access.revokeKey', { label: key.label, account: key.account })}
        onClick={() => onChoose(revoking(t, key))}
      >
        {t('access.revoke')}
      </Button>
    </>
  );
}
