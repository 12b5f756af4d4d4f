/**
 * The form to propose an action that needs dual approval: a correction, a move between house accounts, capital, a promotion,
 * or a strategy result.
 */
import { Paper, TextField } from '@mui/material';
import { movableAccounts } from '@candor/protocol/proposals/console.ts';
import type { ConsoleRequest } from '@candor/protocol/console/console-calls.ts';
import { useNavigate, useNotify } from 'react-admin';
import { useState } from 'react';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { DecisionForm } from '../../kit/decision-form.tsx';
import type { Decision } from '../../kit/decision-form.tsx';
import type { DecisionField, Values } from '../../kit/decision-fields.tsx';
import { Page } from '../../kit/page.tsx';
import { useApi } from '../../lib/api.ts';

type Body = ConsoleRequest<'POST propose'>['proposal'];
type Form = {
  readonly says: string;
  readonly fields: readonly DecisionField[];
  readonly bodyOf: (values: Values) => Body;
};

const customer = (t: Say): DecisionField => ({
  name: 'customer',
  label: t('proposals.customerNo'),
  kind: 'line',
  needed: true,
});
const amount = (t: Say): DecisionField => ({
  name: 'amount',
  label: t('ui.amount'),
  kind: 'amount',
  needed: true,
});
const currency = (t: Say): DecisionField => ({
  name: 'currency',
  label: t('ui.currency'),
  kind: 'line',
  needed: true,
  initial: 'USDT',
});
const accountChoices = (t: Say, accounts: readonly (typeof movableAccounts)[number][]) =>
  accounts.map((value) => ({ value, says: t(`codes.account.${value}`) }));
const of = (values: Values, name: string) => (values[name] ?? '').trim();

type Kind = 'correction' | 'promotion' | 'house_move' | 'house_capital' | 'strategy_result';

const FORMS: Readonly<Record<Kind, (t: Say) => Form>> = {
  correction: (t) => ({
    says: t('proposals.says.correction'),
    fields: [
      customer(t),
      amount(t),
      currency(t),
      {
        name: 'takes',
        label: t('proposals.theCustomerDoes'),
        kind: 'choice',
        needed: true,
        options: [
          { value: 'gains', says: t('proposals.gainsIt') },
          { value: 'takes', says: t('proposals.givesBack') },
        ],
      },
    ],
    bodyOf: (values) => ({
      kind: 'correction',
      customer: of(values, 'customer'),
      currency: of(values, 'currency').toUpperCase(),
      amount: of(values, 'amount'),
      takes: of(values, 'takes') === 'takes',
    }),
  }),
  promotion: (t) => ({
    says: t('proposals.says.promotion'),
    fields: [customer(t), amount(t)],
    bodyOf: (values) => ({
      kind: 'promotion',
      customer: of(values, 'customer'),
      amount: of(values, 'amount'),
    }),
  }),
  house_move: (t) => ({
    says: t('proposals.says.house_move'),
    fields: [
      amount(t),
      currency(t),
      {
        name: 'from',
        label: t('proposals.from'),
        kind: 'choice',
        needed: true,
        options: accountChoices(t, movableAccounts),
      },
      {
        name: 'to',
        label: t('proposals.to'),
        kind: 'choice',
        needed: true,
        options: accountChoices(t, ['equity', 'inventory', 'trading', 'insurance', 'promotions', 'lending']),
      },
    ],
    bodyOf: (values) => ({
      kind: 'house_move',
      currency: of(values, 'currency').toUpperCase(),
      amount: of(values, 'amount'),
      from: of(values, 'from') as Extract<Body, { kind: 'house_move' }>['from'],
      to: of(values, 'to') as Extract<Body, { kind: 'house_move' }>['to'],
    }),
  }),
  house_capital: (t) => ({
    says: t('proposals.says.house_capital'),
    fields: [
      amount(t),
      currency(t),
      {
        name: 'direction',
        label: t('proposals.direction'),
        kind: 'choice',
        needed: true,
        options: [
          { value: 'in', says: t('proposals.paidIn') },
          { value: 'out', says: t('proposals.takenOut') },
        ],
      },
    ],
    bodyOf: (values) => ({
      kind: 'house_capital',
      currency: of(values, 'currency').toUpperCase(),
      amount: of(values, 'amount'),
      direction: of(values, 'direction') === 'out' ? 'out' : 'in',
    }),
  }),
  strategy_result: (t) => ({
    says: t('proposals.says.strategy_result'),
    fields: [
      amount(t),
      {
        name: 'direction',
        label: t('proposals.strategyDid'),
        kind: 'choice',
        needed: true,
        options: [
          { value: 'gain', says: t('proposals.gained') },
          { value: 'loss', says: t('proposals.lost') },
        ],
      },
      { name: 'day', label: t('proposals.dayUtc'), kind: 'line', needed: true },
      { name: 'evidence', label: t('proposals.evidence'), kind: 'line', needed: true },
    ],
    bodyOf: (values) => ({
      kind: 'strategy_result',
      amount: of(values, 'amount'),
      direction: of(values, 'direction') === 'loss' ? 'loss' : 'gain',
      day: of(values, 'day'),
      evidence: of(values, 'evidence').toLowerCase(),
    }),
  }),
};

const KINDS: readonly Kind[] = ['correction', 'promotion', 'house_move', 'house_capital', 'strategy_result'];

const reason = (t: Say): DecisionField => ({
  name: 'reason',
  label: t('proposals.reasonHint'),
  kind: 'text',
  needed: true,
});

export function ProposePage() {
  const { call } = useApi();
  const t = useSay();
  const [kind, setKind] = useState<Kind>('correction');
  const notify = useNotify();
  const navigate = useNavigate();
  const form = FORMS[kind](t);
  const decision: Decision = {
    name: `propose-${kind}`,
    title: t(`proposals.form.${kind}`),
    says: form.says,
    fields: [...form.fields, reason(t)],
    sendLabel: t('ui.propose'),
    send: (values) =>
      call('POST propose', { reason: (values['reason'] ?? '').trim(), proposal: form.bodyOf(values) }),
  };
  return (
    <Page title={t('proposals.new')}>
      <Paper
        variant="outlined"
        sx={{ p: 2, maxWidth: 760, display: 'flex', flexDirection: 'column', gap: 2 }}
      >
        <TextField
          select
          label={t('proposals.what')}
          value={kind}
          onChange={(event) => setKind(event.target.value as Kind)}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          {KINDS.map((value) => (
            <option key={value} value={value}>
              {t(`proposals.form.${value}`)}
            </option>
          ))}
        </TextField>
        <DecisionForm
          key={kind}
          decision={decision}
          focus={false}
          onDone={() => {
            notify(t('ui.proposed'), { type: 'success' });
            navigate('/proposals');
          }}
        />
      </Paper>
    </Page>
  );
}
