/** A customer's recurring purchases, and the action to pause one for a reason that the customer sees. */
import { Box, Button } from '@mui/material';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { pauseReasons } from '@candor/protocol/recurring/schemas.ts';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import type { CustomerPanel } from '../../kit/customer-panel.ts';
import { DecisionForm } from '../../kit/decision-form.tsx';
import { noteField, reasonField } from '../../kit/decision-fields.tsx';
import type { Decision } from '../../kit/decision-form.tsx';
import { Asked, Nothing, Panel } from '../../kit/page.tsx';
import { WhenOr } from '../../kit/when.tsx';
import { useAsk, useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import { codeWords } from '../../lib/words.ts';

type Plan = ConsoleOutput<'GET recurring'>['items'][number];

function pauseOf(t: Say, customer: string, plan: Plan): Decision {
  return {
    name: `recurring-${plan.id}`,
    title: t('recurring.pauseTitle'),
    says: t('recurring.pauseSays', { id: plan.id }),
    fields: [reasonField(t, pauseReasons), noteField(t)],
    sendLabel: t('recurring.pause'),
    tone: 'error',
    send: (values, call) => {
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
  const t = useSay();
  const asked = useAsk('GET recurring', { customer });
  const [chosen, setChosen] = useState<Plan>();
  const notify = useNotify();
  return (
    <Panel title={t('recurring.title')}>
      <Asked of={asked}>
        {({ items }) => (
          <>
            {items.length === 0 && <Nothing>{t('recurring.empty')}</Nothing>}
            {items.map((plan) => (
              <Box key={plan.id} sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
                <span>
                  {t('recurring.plan', {
                    amount: plan.amount,
                    symbol: plan.symbol,
                    every: t(`codes.every.${plan.every}`),
                  })}
                </span>
                <span>
                  {plan.reason === null
                    ? t(`codes.plan.${plan.status}`)
                    : t('recurring.pausedBecause', { reason: codeWords(t, 'reason', plan.reason) })}
                </span>
                <WhenOr at={plan.next_at} otherwise={t('recurring.notDue')} />
                {mayPause && plan.status === 'active' && (
                  <Button variant="outlined" color="error" onClick={() => setChosen(plan)}>
                    {t('recurring.pause')}
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
          decision={pauseOf(t, customer, chosen)}
          onCancel={() => setChosen(undefined)}
          onDone={() => {
            setChosen(undefined);
            notify(t('ui.done'), { type: 'success' });
          }}
        />
      )}
    </Panel>
  );
}

export const customerPanel: CustomerPanel = { place: 10, Panel: RecurringPlans };
