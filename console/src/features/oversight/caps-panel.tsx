/** The amounts that the operator may still credit, pay out and grant within 24 hours. */
import { useSay } from '../../i18n/say.ts';
import { Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { grouped } from '../../lib/figures.ts';
import { useAsk } from '../../lib/queries.ts';

export function CapsPanel() {
  const t = useSay();
  const { data = [] } = useAsk('GET caps', {}, { everyMs: 15_000 });
  if (data.length === 0) return null;
  return (
    <Panel title={t('oversight.caps')}>
      <PlainTable
        label={t('oversight.capsTable')}
        columns={[
          { head: t('oversight.what') },
          { head: t('oversight.used'), figures: true },
          { head: t('oversight.dailyLimit'), figures: true },
          { head: t('oversight.left'), figures: true },
        ]}
        rows={data.map(({ kind, used, cap, left }) => ({
          key: kind,
          cells: [
            t(`oversight.capKind.${kind}`),
            grouped(used),
            grouped(cap),
            Number(left) === 0 ? (
              <StateChip key="left" state="held" says={t('oversight.nothingLeft')} />
            ) : (
              grouped(left)
            ),
          ],
        }))}
      />
    </Panel>
  );
}
