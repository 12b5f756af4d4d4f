/** What may be done to a customer's account, each with a reason: standing, credit score, lost factors, and noting a tie. */
import { Box, Button } from '@mui/material';
import { creditSetReasons } from '@candor/protocol/standing/console.ts';
import { factorResetReasons } from '@candor/protocol/security/console.ts';
import type { ConsoleCallName } from '@candor/protocol/console/console-calls.ts';
import { standingReasons } from '@candor/protocol/standing/schemas.ts';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { DecisionForm } from '../../kit/decision-form.tsx';
import type { Decision } from '../../kit/decision-form.tsx';
import { useConsoleKeys } from '../../kit/keyboard.tsx';
import { Nothing, Panel } from '../../kit/page.tsx';
import { call } from '../../lib/api.ts';
import { useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import type { Operator } from '../../lib/session.ts';
import type { Customer } from './customer-page.tsx';

type Act = { readonly label: string; readonly needs: ConsoleCallName; readonly decision: Decision };

const note = { name: 'note', label: 'Note for colleagues', kind: 'text' } as const;

export function CustomerActs({ customer }: { customer: Customer }) {
  const operator = useOperator();
  const [chosen, setChosen] = useState<Act>();
  const notify = useNotify();
  useConsoleKeys(chosen === undefined ? {} : { back: () => setChosen(undefined) });
  if (operator === undefined) return null;
  const acts = actsOf(customer, operator).filter(({ needs }) => mayCall(operator.role, needs));
  return (
    <Panel title="What can be done">
      {chosen !== undefined && (
        <DecisionForm
          key={chosen.decision.name}
          decision={chosen.decision}
          onCancel={() => setChosen(undefined)}
          onDone={() => {
            setChosen(undefined);
            notify('Done, and on record.', { type: 'success' });
          }}
        />
      )}
      {chosen === undefined && acts.length === 0 && <Nothing>Your role changes nothing here.</Nothing>}
      {chosen === undefined && (
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          {acts.map((act) => (
            <Button
              key={act.label}
              variant="outlined"
              color={act.decision.tone ?? 'primary'}
              onClick={() => setChosen(act)}
            >
              {act.label}
            </Button>
          ))}
        </Box>
      )}
    </Panel>
  );
}

function actsOf(customer: Customer, operator: Operator): readonly Act[] {
  const whom = `${customer.account} (${customer.id})`;
  const standing: Act[] =
    customer.status === 'frozen' || customer.status === 'locked'
      ? [standingAct(customer, 'release', `${whom} may do everything again.`)]
      : [
          standingAct(customer, 'freeze', `${whom} may look and close, and neither trade nor withdraw.`),
          standingAct(customer, 'lock', `${whom} is signed out everywhere and cannot sign in.`),
        ];
  return [
    ...(customer.tied ? [] : [...standing, creditAct(customer), factorAct(customer)]),
    tieAct(customer, operator),
  ];
}

function standingAct(customer: Customer, change: 'freeze' | 'lock' | 'release', says: string): Act {
  const label = { freeze: 'Freeze', lock: 'Lock', release: 'Release' }[change];
  return {
    label,
    needs: 'POST standing',
    decision: {
      name: `standing-${customer.id}-${change}`,
      title: `${label} the account`,
      says,
      fields: [
        {
          name: 'reason',
          label: 'Reason, told to the customer',
          kind: 'choice',
          needed: true,
          options: standingReasons,
        },
        note,
      ],
      sendLabel: label,
      tone: change === 'release' ? 'primary' : 'error',
      send: (values) =>
        call('POST standing', {
          customer: customer.id,
          change,
          reason: values['reason'] as (typeof standingReasons)[number],
          ...noteOf(values['note']),
        }),
    },
  };
}

function noteOf(written: string | undefined) {
  return written === undefined || written.trim() === '' ? {} : { note: written };
}

function creditAct(customer: Customer): Act {
  return {
    label: 'Set credit score',
    needs: 'POST credit',
    decision: {
      name: `credit-${customer.id}`,
      title: 'Set the credit score',
      says: `${customer.account} (${customer.id}) has ${customer.credit_score} of 100 now.`,
      fields: [
        { name: 'score', label: 'New score, 0 to 100', kind: 'amount', needed: true },
        {
          name: 'reason',
          label: 'Reason, told to the customer',
          kind: 'choice',
          needed: true,
          options: creditSetReasons,
        },
        note,
      ],
      sendLabel: 'Set',
      send: (values) =>
        call('POST credit', {
          customer: customer.id,
          // What is no whole number is left to the server to refuse by name.
          score: /^\d{1,3}$/.test(values['score'] ?? '') ? Number.parseInt(values['score'] ?? '', 10) : -1,
          reason: values['reason'] as (typeof creditSetReasons)[number],
          ...noteOf(values['note']),
        }),
    },
  };
}

function factorAct(customer: Customer): Act {
  return {
    label: 'Reset factors',
    needs: 'POST factor_reset',
    decision: {
      name: `factors-${customer.id}`,
      title: 'Reset the second factors',
      says: `For ${customer.account} (${customer.id}). “Lost” takes authenticator and passkeys off and holds withdrawals for a day: only when who it is was proven in another way, and once a second person has said so too within a day. “Misses” forgives wrong codes; the factors stay.`,
      fields: [
        {
          name: 'reason',
          label: 'Reason, told to the customer',
          kind: 'choice',
          needed: true,
          options: factorResetReasons,
        },
        note,
      ],
      sendLabel: 'Reset',
      tone: 'error',
      send: (values) =>
        call('POST factor_reset', {
          customer: customer.id,
          reason: values['reason'] as (typeof factorResetReasons)[number],
          ...noteOf(values['note']),
        }),
    },
  };
}

function tieAct(customer: Customer, operator: Operator): Act {
  return {
    label: 'Note a tie',
    needs: 'POST tie',
    decision: {
      name: `tie-${customer.id}`,
      title: 'Note a tie, for good',
      says: `The person named decides nothing about ${customer.account} (${customer.id}) from now on, in any of their accounts. It cannot be taken back.`,
      fields: [
        {
          name: 'person',
          label: 'Person of the house',
          kind: 'line',
          needed: true,
          initial: operator.person,
        },
      ],
      sendLabel: 'Note the tie',
      send: (values) => call('POST tie', { customer: customer.id, person: (values['person'] ?? '').trim() }),
    },
  };
}
