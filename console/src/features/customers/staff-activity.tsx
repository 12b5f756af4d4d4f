/**
 * Actions on a customer's account, each with a reason: changing the standing or the credit score, resetting second factors,
 * and recording a conflict of interest.
 */
import { Box, Button } from '@mui/material';
import { creditSetReasons } from '@candor/protocol/standing/console.ts';
import { factorResetReasons } from '@candor/protocol/security/console.ts';
import type { ConsoleCallName } from '@candor/protocol/console/console-calls.ts';
import { standingReasons } from '@candor/protocol/standing/schemas.ts';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { DecisionForm } from '../../kit/decision-form.tsx';
import { noteField, reasonField } from '../../kit/decision-fields.tsx';
import type { Decision } from '../../kit/decision-form.tsx';
import { useConsoleKeys } from '../../kit/keyboard.tsx';
import { Nothing, Panel } from '../../kit/page.tsx';
import { useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import type { Operator } from '../../lib/session.ts';
import type { Customer } from './customer-page.tsx';

type Act = { readonly label: string; readonly needs: ConsoleCallName; readonly decision: Decision };

export function CustomerActs({ customer }: { customer: Customer }) {
  const t = useSay();
  const operator = useOperator();
  const [chosen, setChosen] = useState<Act>();
  const notify = useNotify();
  useConsoleKeys(chosen === undefined ? {} : { back: () => setChosen(undefined) });
  if (operator === undefined) return null;
  const acts = actsOf(t, customer, operator).filter(({ needs }) => mayCall(operator.role, needs));
  return (
    <Panel title={t('customers.acts')}>
      {chosen !== undefined && (
        <DecisionForm
          key={chosen.decision.name}
          decision={chosen.decision}
          onCancel={() => setChosen(undefined)}
          onDone={() => {
            setChosen(undefined);
            notify(t('ui.done'), { type: 'success' });
          }}
        />
      )}
      {chosen === undefined && acts.length === 0 && <Nothing>{t('customers.mayNothing')}</Nothing>}
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

function actsOf(t: Say, customer: Customer, operator: Operator): readonly Act[] {
  const standing: Act[] =
    customer.status === 'frozen' || customer.status === 'locked'
      ? [standingAct(t, customer, 'release')]
      : [standingAct(t, customer, 'freeze'), standingAct(t, customer, 'lock')];
  return [
    ...(customer.tied ? [] : [...standing, creditAct(t, customer), factorAct(t, customer)]),
    tieAct(t, customer, operator),
  ];
}

function standingAct(t: Say, customer: Customer, change: 'freeze' | 'lock' | 'release'): Act {
  const label = t(`customers.change.${change}`);
  return {
    label,
    needs: 'POST standing',
    decision: {
      name: `standing-${customer.id}-${change}`,
      title: t(`customers.changeTitle.${change}`),
      says: t(`customers.changeSays.${change}`, { account: customer.account, customer: customer.id }),
      fields: [reasonField(t, standingReasons), noteField(t)],
      sendLabel: label,
      tone: change === 'release' ? 'primary' : 'error',
      send: (values, call) =>
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

function creditAct(t: Say, customer: Customer): Act {
  return {
    label: t('customers.setCredit'),
    needs: 'POST credit',
    decision: {
      name: `credit-${customer.id}`,
      title: t('customers.setCreditTitle'),
      says: t('customers.creditSays', {
        account: customer.account,
        customer: customer.id,
        score: customer.credit_score,
      }),
      fields: [
        { name: 'score', label: t('customers.newScore'), kind: 'amount', needed: true },
        reasonField(t, creditSetReasons),
        noteField(t),
      ],
      sendLabel: t('customers.setSend'),
      send: (values, call) =>
        call('POST credit', {
          customer: customer.id,
          // A value that is not an integer is sent unchanged, and refused by the server with the name of the field.
          score: /^\d{1,3}$/.test(values['score'] ?? '') ? Number.parseInt(values['score'] ?? '', 10) : -1,
          reason: values['reason'] as (typeof creditSetReasons)[number],
          ...noteOf(values['note']),
        }),
    },
  };
}

function factorAct(t: Say, customer: Customer): Act {
  return {
    label: t('customers.resetFactors'),
    needs: 'POST factor_reset',
    decision: {
      name: `factors-${customer.id}`,
      title: t('customers.resetTitle'),
      says: t('customers.resetSays', { account: customer.account, customer: customer.id }),
      fields: [reasonField(t, factorResetReasons), noteField(t)],
      sendLabel: t('customers.resetSend'),
      tone: 'error',
      send: (values, call) =>
        call('POST factor_reset', {
          customer: customer.id,
          reason: values['reason'] as (typeof factorResetReasons)[number],
          ...noteOf(values['note']),
        }),
    },
  };
}

function tieAct(t: Say, customer: Customer, operator: Operator): Act {
  return {
    label: t('customers.noteTie'),
    needs: 'POST tie',
    decision: {
      name: `tie-${customer.id}`,
      title: t('customers.tieTitle'),
      says: t('customers.tieSays', { account: customer.account, customer: customer.id }),
      fields: [
        {
          name: 'person',
          label: t('customers.tiePerson'),
          kind: 'line',
          needed: true,
          initial: operator.person,
        },
      ],
      sendLabel: t('customers.tieSend'),
      send: (values, call) =>
        call('POST tie', { customer: customer.id, person: (values['person'] ?? '').trim() }),
    },
  };
}
