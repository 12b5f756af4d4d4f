/** What the operator may still let in, let out and grant within twenty-four hours. */
import { Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { grouped } from '../../lib/figures.ts';
import { useAsk } from '../../lib/queries.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';

type Cap = ConsoleOutput<'GET caps'>[number];

const NAMES: Readonly<Record<Cap['kind'], string>> = {
  deposit: 'Credit deposits',
  withdrawal_approve: 'Approve withdrawals',
  withdrawal_pay: 'Pay withdrawals',
  loan: 'Grant loans',
  manual: 'Corrections and promotions',
};

export function CapsPanel() {
  const { data = [] } = useAsk('GET caps', {}, { everyMs: 15_000 });
  if (data.length === 0) return null;
  return (
    <Panel title="Your limits left for 24 hours, USDT">
      <PlainTable
        label="Your limits left for 24 hours"
        columns={[
          { head: 'What' },
          { head: 'Used', figures: true },
          { head: 'Daily limit', figures: true },
          { head: 'Left', figures: true },
        ]}
        rows={data.map(({ kind, used, cap, left }) => ({
          key: kind,
          cells: [
            NAMES[kind],
            grouped(used),
            grouped(cap),
            Number(left) === 0 ? <StateChip key="left" state="held" says="Nothing" /> : grouped(left),
          ],
        }))}
      />
    </Panel>
  );
}
