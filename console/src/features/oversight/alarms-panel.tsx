/** Unusual recent actions of operators, for admins to investigate. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { ReactNode } from 'react';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { Link } from '../../kit/links.tsx';
import { Nothing, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { nameOfCase } from '../../lib/case-names.ts';
import { grouped } from '../../lib/figures.ts';
import { useAsk, useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import { codeWords } from '../../lib/words.ts';

type Alarm = ConsoleOutput<'GET alarms'>[number];

export function AlarmsPanel() {
  const operator = useOperator();
  return operator !== undefined && mayCall(operator.role, 'GET alarms') ? <Alarms /> : null;
}

function Alarms() {
  const t = useSay();
  const { data } = useAsk('GET alarms', {}, { everyMs: 15_000 });
  if (data === undefined) return null;
  return (
    <Panel title={t('oversight.unusual')}>
      {data.length === 0 ? (
        <Nothing>{t('oversight.nothingUnusual')}</Nothing>
      ) : (
        <PlainTable
          label={t('oversight.unusual')}
          columns={[
            { head: t('oversight.alarm') },
            { head: t('oversight.who') },
            { head: t('oversight.finding') },
          ]}
          rows={data.map((alarm) => ({
            key: `${alarm.kind} ${alarm.who} ${alarm.what}`,
            cells: [
              <StateChip key="kind" state="held" says={t(`oversight.kind.${alarm.kind}`)} />,
              whoOf(t, alarm),
              whatOf(t, alarm),
            ],
          }))}
        />
      )}
    </Panel>
  );
}

function whoOf(t: Say, { kind, who }: Alarm): ReactNode {
  if (kind !== 'shared_address' && kind !== 'trigger_busy') return who;
  return <Link to={`/customers/${who}`}>{t('oversight.customer', { id: who })}</Link>;
}

function whatOf(t: Say, { kind, who, what, bound }: Alarm): ReactNode {
  switch (kind) {
    case 'approvals':
      return t('oversight.approvals', { count: what, bound });
    case 'verifications':
      return t('oversight.verifications', { count: what, bound });
    case 'shared_address':
      return t.rich('oversight.sharedAddress', {
        ...{ id: what, bound },
        case: (chunks) => (
          <Link to={`/cases/${nameOfCase({ kind: 'withdrawal', customer: who, id: what })}`}>{chunks}</Link>
        ),
      });
    case 'cap':
      return t('oversight.cap', { used: grouped(what), bound: grouped(bound) });
    case 'reads':
      return t('oversight.reads', { count: what, bound });
    case 'sign_ins':
      return t('oversight.signIns', { count: what });
    case 'freeze':
      return t('oversight.freezeSince', { invariant: what });
    case 'guard_silent':
      return t('oversight.guardSilent');
    case 'guard_unchecked':
      return bound === ''
        ? t('oversight.guardUnchecked', { runs: what })
        : t('oversight.guardFailed', { runs: what, error: bound });
    case 'log_stuck':
      return who === '' ? t('oversight.logStopped') : t('oversight.logStuck', { error: what });
    case 'trigger_busy':
      return triggerWords(t, what);
  }
}

/** The server names a trigger by its kind and the number of its row: "spot_stop 42". */
function triggerWords(t: Say, what: string): string {
  const [code = '', id = ''] = what.split(' ');
  return t('oversight.triggerBusy', { trigger: codeWords(t, 'trigger', code), id });
}
