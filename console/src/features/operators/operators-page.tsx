/** Who acts for the house: adding somebody, ending somebody's access, forgiving wrong tries. */
import { Alert, Box, Button } from '@mui/material';
import { operatorRoles } from '@candor/protocol/console/console-call.ts';
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { DecisionForm } from '../../kit/decision-form.tsx';
import type { Decision } from '../../kit/decision-form.tsx';
import { useConsoleKeys } from '../../kit/keyboard.tsx';
import { Asked, Page, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { WhenOr } from '../../kit/when.tsx';
import { call } from '../../lib/api.ts';
import { useAsk } from '../../lib/queries.ts';
import { codeWords } from '../../lib/words.ts';

type One = ConsoleOutput<'GET operators'>[number];
type Added = ConsoleOutput<'POST operator_add'>;

export function OperatorsPage() {
  const asked = useAsk('GET operators', {});
  const [chosen, setChosen] = useState<Decision>();
  const [added, setAdded] = useState<Added>();
  const cache = useQueryClient();
  const notify = useNotify();
  useConsoleKeys(chosen === undefined ? {} : { back: () => setChosen(undefined) });
  return (
    <Page
      title="Operators"
      actions={
        <Button variant="outlined" onClick={() => setChosen(adding(setAdded))}>
          Add an operator
        </Button>
      }
    >
      {added !== undefined && (
        <Alert severity="warning" onClose={() => setAdded(undefined)}>
          The secret for the authenticator of {added.account}, shown this once: <b>{added.totp_secret}</b>
          <Box sx={{ overflowWrap: 'anywhere', fontSize: 12 }}>{added.totp_uri}</Box>
        </Alert>
      )}
      {chosen !== undefined && (
        <Panel title="Decision">
          <DecisionForm
            key={chosen.name}
            decision={chosen}
            onCancel={() => setChosen(undefined)}
            onDone={() => {
              setChosen(undefined);
              notify('Done, and on record.', { type: 'success' });
              void cache.invalidateQueries();
            }}
          />
        </Panel>
      )}
      <Asked of={asked}>
        {(operators) => (
          <Panel title="Who acts for the house">
            <PlainTable
              label="Who acts for the house"
              columns={[
                { head: 'Account' },
                { head: 'Role' },
                { head: 'Person' },
                { head: 'Authenticator' },
                { head: 'State' },
                { head: 'Last seen' },
                { head: 'Tied to customers' },
                { head: 'What can be done' },
              ]}
              rows={operators.map((one) => ({
                key: one.account,
                cells: [
                  one.account,
                  codeWords(one.role),
                  one.person,
                  one.authenticator ? 'Set up' : 'Missing',
                  one.disabled_at === null ? (
                    <StateChip key="state" state="active" />
                  ) : (
                    <StateChip key="state" state="locked" says="Disabled" />
                  ),
                  <WhenOr key="seen" at={one.last_seen_at} otherwise="Never" />,
                  one.ties.join(', '),
                  <Acts key="acts" one={one} onChoose={setChosen} />,
                ],
              }))}
            />
          </Panel>
        )}
      </Asked>
    </Page>
  );
}

function Acts({ one, onChoose }: { one: One; onChoose: (decision: Decision) => void }) {
  if (one.disabled_at !== null) return null;
  return (
    <>
      <Button aria-label={`Disable ${one.account}`} color="error" onClick={() => onChoose(disabling(one))}>
        Disable
      </Button>
      <Button aria-label={`Unlock ${one.account}`} onClick={() => onChoose(unlocking(one))}>
        Unlock
      </Button>
    </>
  );
}

const reason = { name: 'reason', label: 'Reason', kind: 'text', needed: true } as const;

function disabling({ account, person }: One): Decision {
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

function unlocking({ account, person }: One): Decision {
  return {
    name: `operator-unlock-${account}`,
    title: `Unlock ${account}`,
    says: `Forgives the wrong tries of ${account} (${person}) to sign in.`,
    fields: [reason],
    sendLabel: 'Unlock',
    send: (values) => call('POST operator_unlock', { account, reason: (values['reason'] ?? '').trim() }),
  };
}

function adding(onAdded: (added: Added) => void): Decision {
  return {
    name: 'operator-add',
    title: 'Add an operator',
    says: 'The secret for their authenticator is shown once, when they are added.',
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
      if (envelope.type === 'ok') onAdded(envelope.message);
      return envelope;
    },
  };
}
