/** The customers, searchable by number, account, e-mail or invite code. */
import { FunctionField, SelectInput, TextInput } from 'react-admin';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { customerActivities, customerIdentities } from '@candor/protocol/desk/customer-kinds.ts';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { Link } from '../../kit/links.tsx';
import { RecordList } from '../../kit/record-list.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When, WhenOr } from '../../kit/when.tsx';
import { money } from '../../lib/figures.ts';

type Row = ConsoleOutput<'GET customers'>['items'][number];

const standings = ['active', 'frozen', 'locked', 'closed'] as const;
const filters = (t: Say) => [
  <TextInput
    key="q"
    source="q"
    label={t('customers.search')}
    sx={{ width: 320 }}
    helperText={false}
    alwaysOn
  />,
  <SelectInput
    key="status"
    source="status"
    label={t('ui.standing')}
    choices={standings.map((id) => ({ id, name: t(`codes.status.${id}`) }))}
    helperText={false}
    alwaysOn
  />,
  <SelectInput
    key="identity"
    source="identity"
    label={t('ui.identity')}
    choices={customerIdentities.map((id) => ({ id, name: t(`codes.status.${id}`) }))}
    helperText={false}
    alwaysOn
  />,
  <SelectInput
    key="activity"
    source="activity"
    label={t('customers.activity')}
    choices={customerActivities.map((id) => ({ id, name: t(`codes.activity.${id}`) }))}
    helperText={false}
    alwaysOn
  />,
  <TextInput
    key="country"
    source="country"
    label={t('customers.country')}
    parse={(typed: string) => (/^[A-Za-z]{2}$/.test(typed) ? typed.toUpperCase() : typed)}
    helperText={false}
    alwaysOn
  />,
];

export function CustomerList() {
  const t = useSay();
  return (
    <RecordList
      resource="customers"
      title={t('customers.title')}
      filters={filters(t)}
      empty={t('customers.empty')}
    >
      <FunctionField
        label={t('ui.customer')}
        render={(row: Row) => (
          <Link row to={`/customers/${row.id}/show`}>
            {t('customers.named', { account: row.account, id: row.id })}
          </Link>
        )}
      />
      <FunctionField label={t('ui.email')} render={(row: Row) => row.email ?? ''} />
      <FunctionField label={t('ui.country')} render={(row: Row) => row.country ?? ''} />
      <FunctionField label={t('ui.standing')} render={(row: Row) => <StateChip state={row.status} />} />
      <FunctionField label={t('ui.identity')} render={(row: Row) => <StateChip state={row.kyc_status} />} />
      <FunctionField
        label={t('ui.leverage')}
        render={(row: Row) => (row.lever_enabled ? t('ui.on') : t('ui.off'))}
      />
      <FunctionField
        label={t('customers.credit')}
        textAlign="right"
        render={(row: Row) => row.credit_score}
      />
      <FunctionField
        label={t('customers.value')}
        textAlign="right"
        render={(row: Row) => money(row.value_usdt, 'USDT')}
      />
      <FunctionField label={t('ui.registered')} render={(row: Row) => <When at={row.registered_at} />} />
      <FunctionField
        label={t('ui.lastSeen')}
        render={(row: Row) => <WhenOr at={row.last_seen_at} otherwise={t('ui.never')} />}
      />
    </RecordList>
  );
}
