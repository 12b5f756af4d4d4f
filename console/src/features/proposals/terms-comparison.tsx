/** The terms that a proposal would publish next to those that they replace, with a mark on each changed figure. */
import { Box } from '@mui/material';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { Asked, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { useAsk } from '../../lib/queries.ts';
import { codeWords } from '../../lib/words.ts';
import type { Proposal } from './find-proposal.ts';
import { termsOf } from './proposal-body.ts';
import { termsChanges } from './terms-changes.ts';
import type { FigureChange } from './terms-changes.ts';

export function TermsComparison({ proposal }: { proposal: Proposal }) {
  const t = useSay();
  const asked = useAsk('GET terms', {});
  const terms = termsOf(proposal.body);
  return (
    <Panel title={t('proposals.comparison')}>
      <Asked of={asked}>
        {(subjects) => {
          const versions = subjects.find(({ subject }) => subject === terms.subject)?.versions ?? [];
          const changes = termsChanges(terms, versions, proposal.id);
          return (
            <>
              <Box component="p" sx={{ mt: 0 }}>
                {t('proposals.changedCount', { count: changes.filter(({ changed }) => changed).length })}
              </Box>
              <PlainTable
                label={t('proposals.comparison')}
                columns={[
                  { head: t('proposals.figure') },
                  { head: t('proposals.inEffect'), figures: true },
                  { head: t('proposals.proposed'), figures: true },
                  { head: t('proposals.change') },
                ]}
                rows={changes.map((change) => ({ key: change.name, cells: cellsOf(t, change) }))}
              />
            </>
          );
        }}
      </Asked>
    </Panel>
  );
}

function cellsOf(t: Say, { name, before, after, changed }: FigureChange) {
  const figure = codeWords(t, 'figure', name);
  const old = figureWords(t, before);
  const next = figureWords(t, after);
  if (!changed) return [figure, old, next, ''];
  return [
    <b key="figure">{figure}</b>,
    <del key="old">{old}</del>,
    <b key="new">{next}</b>,
    <StateChip key="change" state="held" says={t('proposals.isChanged')} />,
  ];
}

/** A figure is shown as it is signed. */
function figureWords(t: Say, figure: string | boolean | undefined): string {
  if (figure === undefined) return t('ui.none');
  return typeof figure === 'boolean' ? t(figure ? 'ui.yes' : 'ui.no') : figure;
}
