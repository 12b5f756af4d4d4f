/** A customer's recurring buys, and the one thing that may be done about them: a pause, for a reason that the customer reads. */
import { Box, Button } from '@mui/material';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { pauseReasons } from '@candor/protocol/recurring/schemas.ts';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { CustomerPanel } from '../../kit/customer-panel.ts';
import { DecisionForm } from '../../kit/decision-form.tsx';
import type { Decision } from '../../kit/decision-form.tsx';
import { Asked, Nothing, Panel } from '../../kit/page.tsx';
import { WhenOr } from '../../kit/when.tsx';
import { call } from '../../lib/api.ts';
import { useAsk, useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import { codeWords } from '../../lib/words.ts';

type Plan = ConsoleOutput<'GET recurring'>['items'][number];

function pauseOf(customer: string, plan: Plan): Decision {
  return {
    name: `recurring-${plan.id}`,
    title: 'Pause a recurring buy',
    says: `Plan ${plan.id} buys nothing until the customer resumes it.`,
    fields: [
      {
        name: 'reason',
        label: 'Reason, told to the customer',
        kind: 'choice',
        needed: true,
        options: pauseReasons,
      },
      { name: 'note', label: 'Note for colleagues', kind: 'text' },
    ],
    sendLabel: 'Pause',
    tone: 'error',
    send: (values) => {
      const note = values['note']?.trim() ?? '';
      const reason = values['reason'] as (typeof pauseReasons)[number];
      return call('POST recurring_pause', {
        customer,
        id: plan.id,
        reason,
        ...(note === '' ? {} : { note }),
      });
    },
  };
}

function RecurringPlans({ customer, tied }: { readonly customer: string; readonly tied: boolean }) {
  const operator = useOperator();
  if (operator === undefined || !mayCall(operator.role, 'GET recurring')) return null;
  return <Plans customer={customer} mayPause={!tied && mayCall(operator.role, 'POST recurring_pause')} />;
}

function Plans({ customer, mayPause }: { readonly customer: string; readonly mayPause: boolean }) {
  const asked = useAsk('GET recurring', { customer });
  const [chosen, setChosen] = useState<Plan>();
  const notify = useNotify();
  return (
    <Panel title="Recurring buys">
      <Asked of={asked}>
        {({ items }) => (
          <>
            {items.length === 0 && <Nothing>No recurring buys.</Nothing>}
            {items.map((plan) => (
              <Box key={plan.id} sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
                <span>{`${plan.amount} USDT of ${plan.symbol}, every ${plan.every}`}</span>
                <span>
                  {plan.reason === null
                    ? codeWords(plan.status)
                    : `Paused: ${codeWords(plan.reason).toLowerCase()}`}
                </span>
                <WhenOr at={plan.next_at} otherwise="Not due" />
                {mayPause && plan.status === 'active' && (
                  <Button variant="outlined" color="error" onClick={() => setChosen(plan)}>
                    Pause
                  </Button>
                )}
              </Box>
            ))}
          </>
        )}
      </Asked>
      {chosen !== undefined && (
        <DecisionForm
          key={chosen.id}
          decision={pauseOf(customer, chosen)}
          onCancel={() => setChosen(undefined)}
          onDone={() => {
            setChosen(undefined);
            notify('Done, and on record.', { type: 'success' });
          }}
        />
      )}
    </Panel>
  );
}

export const customerPanel: CustomerPanel = { place: 10, Panel: RecurringPlans };
