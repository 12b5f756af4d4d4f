/** The operators' log: each action with its operator, subject, time and reason, and whether the hash chain is intact. */
import { Alert, Box, Button } from '@mui/material';
import { useState } from 'react';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { FunctionField, TextInput } from 'react-admin';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { Link } from '../../kit/links.tsx';
import { customerFilter } from '../../kit/money-list.tsx';
import { RecordList } from '../../kit/record-list.tsx';
import { When } from '../../kit/when.tsx';
import { useApi } from '../../lib/api.ts';
import { useSending } from '../../lib/use-sending.ts';
import { codeWords } from '../../lib/words.ts';
import { changeWords } from './change-words.ts';

type Row = ConsoleOutput<'GET audit'>['items'][number];
type Check = ConsoleOutput<'GET audit_check'>;

function filters(t: Say) {
  return [
    <TextInput key="operator" source="operator" label={t('ui.operator')} helperText={false} alwaysOn />,
    customerFilter(t),
    <TextInput key="action" source="action" label={t('audit.actionFilter')} helperText={false} alwaysOn />,
  ];
}

export function AuditList() {
  const t = useSay();
  return (
    <RecordList
      resource="audit"
      title={t('audit.title')}
      filters={filters(t)}
      empty={t('audit.empty')}
      actions={<ChainCheck />}
    >
      <FunctionField
        label={t('audit.record')}
        render={(row: Row) => <span title={row.hash}>{row.seq}</span>}
      />
      <FunctionField
        label={t('ui.when')}
        render={(row: Row) => (
          <Box sx={{ minWidth: 150 }}>
            <When at={row.time} />
          </Box>
        )}
      />
      <FunctionField
        label={t('ui.operator')}
        render={(row: Row) =>
          t('audit.who', { operator: row.operator, role: codeWords(t, 'role', row.role) })
        }
      />
      <FunctionField
        label={t('audit.action')}
        render={(row: Row) => <Box sx={{ minWidth: 120 }}>{codeWords(t, 'event', row.action)}</Box>}
      />
      <FunctionField label={t('ui.subject')} render={(row: Row) => <Subject of={row.subject} />} />
      <FunctionField label={t('audit.change')} render={(row: Row) => <Change of={row} />} />
      <FunctionField
        label={t('ui.reason')}
        render={(row: Row) => (
          <Box component="span" title={row.reason ?? ''} sx={{ ...oneLine, display: 'block', maxWidth: 150 }}>
            {row.reason}
          </Box>
        )}
      />
    </RecordList>
  );
}

function Subject({ of }: { of: string }) {
  const t = useSay();
  const customer = /^customer:(\d+)$/.exec(of)?.[1];
  if (customer === undefined) return <>{of}</>;
  return (
    <Link row to={`/customers/${customer}/show`}>
      {t('audit.customer', { id: customer })}
    </Link>
  );
}

const oneLine = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

/** Shows the change on one line; the exact record from the chain can be expanded below it. */
function Change({ of }: { of: Row }) {
  const t = useSay();
  const words = changeWords(t, of);
  const raw = [
    [t('audit.before'), of.before],
    [t('audit.after'), of.after],
    [t('ui.reason'), of.reason],
    [t('audit.hash'), of.hash],
  ] as const;
  return (
    <Box component="details" sx={{ width: 250, '&:not([open]) summary': { ...oneLine, cursor: 'pointer' } }}>
      <summary title={words}>{words === '' ? t('audit.raw') : words}</summary>
      {raw.map(([name, text]) => (
        <Box key={name} sx={{ fontSize: 12, overflowWrap: 'anywhere' }}>
          <b>{name}</b> <code>{text ?? t('audit.nothing')}</code>
        </Box>
      ))}
    </Box>
  );
}

function ChainCheck() {
  const { call } = useApi();
  const t = useSay();
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
            ? t('audit.whole', { count: check.records, hash: check.head.slice(0, 16) })
            : t('audit.broken', { fault: check.fault })}
        </Alert>
      )}
      <Button variant="outlined" aria-disabled={sending} onClick={() => void run()}>
        {sending ? t('audit.checking') : t('audit.check')}
      </Button>
    </Box>
  );
}
