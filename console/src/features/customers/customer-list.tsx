/** Customers: found by number, account, e-mail or invite code. */
import { FunctionField, SelectInput, TextInput } from 'react-admin';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { Link } from '../../kit/links.tsx';
import { RecordList } from '../../kit/record-list.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When, WhenOr } from '../../kit/when.tsx';
import { money } from '../../lib/figures.ts';
import { codeWords } from '../../lib/words.ts';

type Row = ConsoleOutput<'GET customers'>['items'][number];

const standings = ['active', 'frozen', 'locked', 'closed'].map((id) => ({ id, name: codeWords(id) }));
const filters = [
  <TextInput
    key="q"
    source="q"
    label="Number, account, e-mail, invite code"
    sx={{ width: 320 }}
    helperText={false}
    alwaysOn
  />,
  <SelectInput
    key="status"
    source="status"
    label="Standing"
    choices={standings}
    helperText={false}
    alwaysOn
  />,
];

export function CustomerList() {
  return (
    <RecordList resource="customers" title="Customers" filters={filters} empty="Nobody was found.">
      <FunctionField
        label="Customer"
        render={(row: Row) => (
          <Link row to={`/customers/${row.id}/show`}>
            {row.account} ({row.id})
          </Link>
        )}
      />
      <FunctionField label="E-mail" render={(row: Row) => row.email ?? ''} />
      <FunctionField label="Country" render={(row: Row) => row.country ?? ''} />
      <FunctionField label="Standing" render={(row: Row) => <StateChip state={row.status} />} />
      <FunctionField label="Identity" render={(row: Row) => <StateChip state={row.kyc_status} />} />
      <FunctionField label="Leverage" render={(row: Row) => (row.lever_enabled ? 'On' : 'Off')} />
      <FunctionField label="Credit" textAlign="right" render={(row: Row) => row.credit_score} />
      <FunctionField label="Value" textAlign="right" render={(row: Row) => money(row.value_usdt, 'USDT')} />
      <FunctionField label="Registered" render={(row: Row) => <When at={row.registered_at} />} />
      <FunctionField
        label="Last seen"
        render={(row: Row) => <WhenOr at={row.last_seen_at} otherwise="Never" />}
      />
    </RecordList>
  );
}
