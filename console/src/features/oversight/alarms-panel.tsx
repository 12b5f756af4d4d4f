/** What is unusual of what operators did lately; for admins, who look into it. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { ReactNode } from 'react';
import { Link } from '../../kit/links.tsx';
import { Nothing, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { nameOfCase } from '../../lib/case-names.ts';
import { grouped } from '../../lib/figures.ts';
import { useAsk, useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';

type Alarm = ConsoleOutput<'GET alarms'>[number];

const NAMES: Readonly<Record<Alarm['kind'], string>> = {
  approvals: 'Many approvals',
  verifications: 'Many verifications',
  shared_address: 'Address shared with other customers',
  cap: 'Daily cap nearly used',
  reads: 'Looked at many customers',
  sign_ins: 'Failed sign-ins',
};

export function AlarmsPanel() {
  const operator = useOperator();
  return operator !== undefined && mayCall(operator.role, 'GET alarms') ? <Alarms /> : null;
}

function Alarms() {
  const { data } = useAsk('GET alarms', {}, { everyMs: 15_000 });
  if (data === undefined) return null;
  return (
    <Panel title="Unusual">
      {data.length === 0 ? (
        <Nothing>Nothing unusual.</Nothing>
      ) : (
        <PlainTable
          label="Unusual"
          columns={[{ head: 'Alarm' }, { head: 'Who' }, { head: 'Finding' }]}
          rows={data.map((alarm) => ({
            key: `${alarm.kind} ${alarm.who} ${alarm.what}`,
            cells: [
              <StateChip key="kind" state="held" says={NAMES[alarm.kind]} />,
              whoOf(alarm),
              whatOf(alarm),
            ],
          }))}
        />
      )}
    </Panel>
  );
}

function whoOf({ kind, who }: Alarm): ReactNode {
  if (kind !== 'shared_address') return who;
  return <Link to={`/customers/${who}`}>Customer {who}</Link>;
}

function whatOf({ kind, who, what, bound }: Alarm): ReactNode {
  switch (kind) {
    case 'approvals':
      return `${what} verdicts on money in an hour; ${bound} are unusual`;
    case 'verifications':
      return `${what} customers verified in an hour; ${bound} are unusual`;
    case 'shared_address':
      return (
        <>
          <Link to={`/cases/${nameOfCase({ kind: 'withdrawal', customer: who, id: what })}`}>
            Withdrawal {what}
          </Link>{' '}
          goes for the first time to an address that {bound} other customers have
        </>
      );
    case 'cap':
      return `${grouped(what)} of ${grouped(bound)} USDT used in 24 hours`;
    case 'reads':
      return `${what} customers this hour; ${bound} take a colleague’s leave`;
    case 'sign_ins':
      return `${what} wrong tries in a day`;
  }
}
