/** Proposing what takes two persons: a correction, a move of the house's money, capital, a promotion, or a strategy's result. */
import { Paper, TextField } from '@mui/material';
import { movableAccounts } from '@candor/protocol/proposals/console.ts';
import type { ConsoleRequest } from '@candor/protocol/console/console-calls.ts';
import { useNavigate, useNotify } from 'react-admin';
import { useState } from 'react';
import { DecisionForm } from '../../kit/decision-form.tsx';
import type { Decision } from '../../kit/decision-form.tsx';
import type { DecisionField, Values } from '../../kit/decision-fields.tsx';
import { Page } from '../../kit/page.tsx';
import { call } from '../../lib/api.ts';

type Body = ConsoleRequest<'POST propose'>['proposal'];
type Form = {
  readonly says: string;
  readonly fields: readonly DecisionField[];
  readonly bodyOf: (values: Values) => Body;
};

const customer: DecisionField = {
  name: 'customer',
  label: 'Number of the customer',
  kind: 'line',
  needed: true,
};
const amount: DecisionField = { name: 'amount', label: 'Amount', kind: 'amount', needed: true };
const currency: DecisionField = {
  name: 'currency',
  label: 'Currency',
  kind: 'line',
  needed: true,
  initial: 'USDT',
};
const of = (values: Values, name: string) => (values[name] ?? '').trim();

type Kind = 'correction' | 'promotion' | 'house_move' | 'house_capital' | 'strategy_result';

const FORMS: Readonly<Record<Kind, Form>> = {
  correction: {
    says: 'Puts a customer’s balance right, from or into the house’s equity. It stands in their statement with the reason.',
    fields: [
      customer,
      amount,
      currency,
      {
        name: 'takes',
        label: 'The customer',
        kind: 'choice',
        needed: true,
        options: [
          { value: 'gains', says: 'gains it' },
          { value: 'takes', says: 'gives it back' },
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
  },
  promotion: {
    says: 'Grants a customer experience credit in USDT from the promotions account.',
    fields: [customer, amount],
    bodyOf: (values) => ({
      kind: 'promotion',
      customer: of(values, 'customer'),
      amount: of(values, 'amount'),
    }),
  },
  house_move: {
    says: 'Moves the house’s own money between its accounts.',
    fields: [
      amount,
      currency,
      { name: 'from', label: 'From', kind: 'choice', needed: true, options: movableAccounts },
      {
        name: 'to',
        label: 'To',
        kind: 'choice',
        needed: true,
        options: ['equity', 'inventory', 'trading', 'insurance', 'promotions', 'lending'],
      },
    ],
    bodyOf: (values) => ({
      kind: 'house_move',
      currency: of(values, 'currency').toUpperCase(),
      amount: of(values, 'amount'),
      from: of(values, 'from') as Extract<Body, { kind: 'house_move' }>['from'],
      to: of(values, 'to') as Extract<Body, { kind: 'house_move' }>['to'],
    }),
  },
  house_capital: {
    says: 'Books what the owners paid in or take out.',
    fields: [
      amount,
      currency,
      {
        name: 'direction',
        label: 'Direction',
        kind: 'choice',
        needed: true,
        options: [
          { value: 'in', says: 'Paid in' },
          { value: 'out', says: 'Taken out' },
        ],
      },
    ],
    bodyOf: (values) => ({
      kind: 'house_capital',
      currency: of(values, 'currency').toUpperCase(),
      amount: of(values, 'amount'),
      direction: of(values, 'direction') === 'out' ? 'out' : 'in',
    }),
  },
  strategy_result: {
    says: 'Books what the fund’s strategy really made on a day, in USDT. It counts for the day that is open, and everybody sees it with the digest of the evidence. A house that plays has none: its simulation books for itself.',
    fields: [
      amount,
      {
        name: 'direction',
        label: 'The strategy',
        kind: 'choice',
        needed: true,
        options: [
          { value: 'gain', says: 'gained it' },
          { value: 'loss', says: 'lost it' },
        ],
      },
      { name: 'day', label: 'Day in UTC, as 2026-03-01', kind: 'line', needed: true },
      { name: 'evidence', label: 'SHA-256 of the evidence file', kind: 'line', needed: true },
    ],
    bodyOf: (values) => ({
      kind: 'strategy_result',
      amount: of(values, 'amount'),
      direction: of(values, 'direction') === 'loss' ? 'loss' : 'gain',
      day: of(values, 'day'),
      evidence: of(values, 'evidence').toLowerCase(),
    }),
  },
};

const KINDS: readonly { readonly value: Kind; readonly says: string }[] = [
  { value: 'correction', says: 'Correction of a customer’s balance' },
  { value: 'promotion', says: 'Promotion' },
  { value: 'house_move', says: 'Move between accounts of the house' },
  { value: 'house_capital', says: 'Capital of the owners' },
  { value: 'strategy_result', says: 'Result of the fund’s strategy' },
];

const reason: DecisionField = {
  name: 'reason',
  label: 'Reason, for the other person and for the statement',
  kind: 'text',
  needed: true,
};

export function ProposePage() {
  const [kind, setKind] = useState<Kind>('correction');
  const notify = useNotify();
  const navigate = useNavigate();
  const form = FORMS[kind];
  const decision: Decision = {
    name: `propose-${kind}`,
    title: KINDS.find(({ value }) => value === kind)?.says ?? kind,
    says: `${form.says} Nothing happens until another person approves.`,
    fields: [...form.fields, reason],
    sendLabel: 'Propose',
    send: (values) =>
      call('POST propose', { reason: (values['reason'] ?? '').trim(), proposal: form.bodyOf(values) }),
  };
  return (
    <Page title="New proposal">
      <Paper
        variant="outlined"
        sx={{ p: 2, maxWidth: 760, display: 'flex', flexDirection: 'column', gap: 2 }}
      >
        <TextField
          select
          label="What"
          value={kind}
          onChange={(event) => setKind(event.target.value as Kind)}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          {KINDS.map(({ value, says }) => (
            <option key={value} value={value}>
              {says}
            </option>
          ))}
        </TextField>
        <DecisionForm
          key={kind}
          decision={decision}
          focus={false}
          onDone={() => {
            notify('Proposed. Another person decides.', { type: 'success' });
            navigate('/proposals');
          }}
        />
      </Paper>
    </Page>
  );
}
