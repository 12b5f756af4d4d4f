/** The requirements of live mode, and whether each is met. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Say } from '../../i18n/say.ts';
import { useSay } from '../../i18n/say.ts';
import { Asked, Page, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { useAsk } from '../../lib/queries.ts';
import { codeWords, knownWords } from '../../lib/words.ts';

export function ChecklistPage() {
  const t = useSay();
  const asked = useAsk('GET checklist', {});
  return (
    <Page title={t('checklist.title')}>
      <Asked of={asked}>
        {({ mode, items }) => {
          const met = items.filter((item) => item.met).length;
          return (
            <Panel title={t('checklist.metOf', { met, count: items.length, mode: t(`codes.mode.${mode}`) })}>
              <PlainTable
                label={t('checklist.title')}
                columns={[
                  { head: t('ui.state') },
                  { head: t('checklist.item') },
                  { head: t('checklist.whatItSays') },
                ]}
                rows={items.map((item) => ({
                  key: item.code,
                  cells: [
                    item.met ? (
                      <StateChip key="state" state="done" says={t('checklist.there')} />
                    ) : (
                      <StateChip key="state" state="failed" says={t('checklist.missing')} />
                    ),
                    codeWords(t, 'checklist', item.code),
                    saysOf(t, item),
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

/**
 * Returns what remains to be done for an item: the server's sentence if it names something, such as missing instruments,
 * otherwise the console's text.
 */
function saysOf(t: Say, { code, says }: ConsoleOutput<'GET checklist'>['items'][number]): string {
  if (says.includes('there is no ')) return says;
  return knownWords(t, 'checklistSays', code) ?? says;
}
