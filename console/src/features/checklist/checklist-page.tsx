/** What live mode needs, item by item, and whether it is there. */
import { Asked, Page, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { useAsk } from '../../lib/queries.ts';
import { codeWords } from '../../lib/words.ts';

export function ChecklistPage() {
  const asked = useAsk('GET checklist', {});
  return (
    <Page title="Go-live checklist">
      <Asked of={asked}>
        {({ mode, items }) => {
          const met = items.filter((item) => item.met).length;
          return (
            <Panel title={`${met} of ${items.length} are there; this house runs as ${mode}`}>
              <PlainTable
                label="Go-live checklist"
                columns={[{ head: 'State' }, { head: 'Item' }, { head: 'What it says' }]}
                rows={items.map((item) => ({
                  key: item.code,
                  cells: [
                    item.met ? (
                      <StateChip key="state" state="done" says="There" />
                    ) : (
                      <StateChip key="state" state="failed" says="Missing" />
                    ),
                    codeWords(item.code),
                    item.says,
                  ],
                }))}
              />
            </Panel>
          );
        }}
      </Asked>
    </Page>
  );
}
