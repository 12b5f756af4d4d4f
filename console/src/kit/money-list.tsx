/**
 * The common parts of lists of customers' requests: filters by state and customer number, and the columns for case, customer
 * and amount.
 */
import { FunctionField, SelectInput, TextInput } from 'react-admin';
import { money } from '../lib/figures.ts';
import type { Say } from '../i18n/say.ts';
import { codeWords } from '../lib/words.ts';
import type { CodeGroup } from '../lib/words.ts';
import { CustomerLink, Link } from './links.tsx';

export function moneyFilters(t: Say, of: CodeGroup, states: readonly string[]) {
  return [
    <SelectInput
      key="status"
      source="status"
      label={t('ui.state')}
      choices={states.map((id) => ({ id, name: codeWords(t, of, id) }))}
      helperText={false}
      alwaysOn
    />,
    customerFilter(t),
  ];
}

export const customerFilter = (t: Say) => (
  <TextInput
    key="customer"
    source="customer"
    label={t('ui.customerNumber')}
    parse={digitsOnly}
    helperText={false}
    alwaysOn
  />
);

function digitsOnly(typed: string | null): string {
  return (typed ?? '').replace(/\D/g, '').slice(0, 18);
}

/** A row of a list: `id` is the name of the case, and `number` the number of the deposit, withdrawal, loan or fund order. */
type CaseRow = {
  readonly id: string;
  readonly number: string;
  readonly customer: string;
  readonly account: string;
};

export function caseColumn(kind: string, label: string) {
  return (
    <FunctionField
      key="case"
      label={label}
      render={(row: CaseRow) => (
        <Link row to={`/cases/${kind}-${row.id}`}>
          {row.number}
        </Link>
      )}
    />
  );
}

export const customerColumn = (t: Say) => (
  <FunctionField
    key="customer"
    label={t('ui.customer')}
    render={(row: CaseRow) => <CustomerLink id={row.customer} account={row.account} />}
  />
);

export const amountColumn = (t: Say) => (
  <FunctionField
    key="amount"
    label={t('ui.amount')}
    textAlign="right"
    render={(row: { readonly amount: string; readonly currency: string }) => money(row.amount, row.currency)}
  />
);
