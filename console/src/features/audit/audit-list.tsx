/** The log of operators: who did what to whom, when and why, and whether the chain of it is whole. */
import { Alert, Box, Button } from '@mui/material';
import { useState } from 'react';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { FunctionField, TextInput } from 'react-admin';
import { Link } from '../../kit/links.tsx';
import { customerFilter } from '../../kit/money-list.tsx';
import { RecordList } from '../../kit/record-list.tsx';
import { When } from '../../kit/when.tsx';
import { call } from '../../lib/api.ts';
import { useSending } from '../../lib/use-sending.ts';
import { codeWords } from '../../lib/words.ts';

type Row = ConsoleOutput<'GET audit'>['items'][number];
type Check = ConsoleOutput<'GET audit_check'>;

const filters = [
  <TextInput key="operator" source="operator" label="Operator" helperText={false} alwaysOn />,
  customerFilter,
  <TextInput key="action" source="action" label="Action, as “withdrawal.hold”" helperText={false} alwaysOn />,
];

export function AuditList() {
  return (
    <RecordList
      resource="audit"
      title="Audit log"
      filters={filters}
      empty="Nothing on record."
      actions={<ChainCheck />}
    >
      <FunctionField label="Record" render={(row: Row) => <span title={row.hash}>{row.seq}</span>} />
      <FunctionField label="When" render={(row: Row) => <When at={row.time} />} />
      <FunctionField label="Operator" render={(row: Row) => `${row.operator} (${row.role})`} />
      <FunctionField label="Action" render={(row: Row) => codeWords(row.action)} />
      <FunctionField label="Subject" render={(row: Row) => <Subject of={row.subject} />} />
      <FunctionField label="Before" render={(row: Row) => <Change text={row.before} />} />
      <FunctionField label="After" render={(row: Row) => <Change text={row.after} />} />
      <FunctionField label="Reason" render={(row: Row) => <Change text={row.reason} />} />
    </RecordList>
  );
}

function Subject({ of }: { of: string }) {
  const customer = /^customer:(\d+)$/.exec(of)?.[1];
  if (customer === undefined) return <>{of}</>;
  return (
    <Link row to={`/customers/${customer}/show`}>
      Customer {customer}
    </Link>
  );
}

/** "status: waiting, amount: 5" of what the log keeps as an object; anything else as it stands. */
function changeWords(text: string | null): string {
  if (text === null || !text.startsWith('{')) return text ?? '';
  const fields = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

function Change({ text }: { text: string | null }) {
  return (
    <Box component="span" sx={{ display: 'block', maxWidth: 230, overflowWrap: 'anywhere', fontSize: 12 }}>
      {changeWords(text)}
    </Box>
  );
}

function ChainCheck() {
  const { sending, trouble, send } = useSending();
  const [check, setCheck] = useState<Check>();
  const run = async () => {
    const answer = await send(() => call('GET audit_check', {}));
    if (answer !== undefined) setCheck(answer);
  };
  return (
    <Box role="status" sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      {trouble !== undefined && <Alert severity="error">{trouble}</Alert>}
      {check !== undefined && trouble === undefined && (
        <Alert severity={check.fault === null ? 'success' : 'error'}>
          {check.fault === null
            ? `Whole: ${check.records} records, the last hash ${check.head.slice(0, 16)}`
            : `Broken: ${check.fault}`}
        </Alert>
      )}
      <Button variant="outlined" aria-disabled={sending} onClick={() => void run()}>
        {sending ? 'Checking' : 'Check the chain'}
      </Button>
    </Box>
  );
}
