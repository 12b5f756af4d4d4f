/** Freezes of payouts and new trades, and the form with which two operators release one. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { Box } from '@mui/material';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { DecisionForm } from '../../kit/decision-form.tsx';
import type { Decision } from '../../kit/decision-form.tsx';
import { Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { useAsk, useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import { listWords } from '../../lib/words.ts';

type Freeze = ConsoleOutput<'GET freezes'>['freezes'][number];

export function FreezesPanel() {
  const t = useSay();
  const operator = useOperator();
  const { data } = useAsk('GET freezes', {}, { everyMs: 15_000 });
  if (data === undefined || data.freezes.length === 0) return null;
  const open = data.freezes.find(({ until }) => until === null);
  return (
    <Panel title={t('oversight.freezes')}>
      <PlainTable
        label={t('oversight.freezes')}
        columns={[
          { head: t('oversight.number') },
          { head: t('oversight.reason') },
          { head: t('ui.since') },
          { head: t('oversight.until') },
          { head: t('oversight.approvedBy') },
        ]}
        rows={data.freezes.map((freeze) => ({ key: freeze.number, cells: cellsOf(t, freeze) }))}
      />
      {open !== undefined && operator !== undefined && mayCall(operator.role, 'POST freeze_release') && (
        <Box sx={{ mt: 2 }}>
          <DecisionForm decision={releasing(t, open)} onDone={() => undefined} focus={false} />
        </Box>
      )}
    </Panel>
  );
}

function cellsOf(t: Say, { number, reason, since, until, approvals }: Freeze) {
  return [
    number,
    reason === 'silence' ? t('oversight.silence') : reason,
    <When key="since" at={since} />,
    until === null ? (
      <StateChip key="until" state="held" says={t('oversight.lasts')} />
    ) : (
      <When key="until" at={until} />
    ),
    // A freeze that is due to silence ends automatically.
    reason === 'silence'
      ? '–'
      : listWords(approvals.map(({ operator }) => operator)) || t('oversight.nobody'),
  ];
}

function releasing(t: Say, { number }: Freeze): Decision {
  return {
    name: `freeze-release-${number}`,
    title: t('oversight.releaseOne', { number }),
    says: t('oversight.releaseSays'),
    fields: [{ name: 'reason', label: t('ui.reason'), kind: 'text', needed: true }],
    sendLabel: t('oversight.release'),
    send: (values, call) =>
      call('POST freeze_release', { id: number, reason: (values['reason'] ?? '').trim() }),
  };
}
