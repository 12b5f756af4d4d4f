/** One row of the work queue. */
import { Box } from '@mui/material';
import { memo } from 'react';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { StateChip } from '../../kit/state-chip.tsx';
import { money } from '../../lib/figures.ts';
import { distance, duration } from '../../lib/times.ts';
import { codeWords } from '../../lib/words.ts';
import type { WaitingCase } from './waiting-cases.ts';

/** The height of every row in pixels; fixed, so that rows need not be measured. */
export const ROW_HEIGHT = 50;

type Props = {
  readonly id: string;
  readonly row: WaitingCase | undefined;
  readonly index: number;
  readonly total: number;
  readonly selected: boolean;
  readonly open: boolean;
  readonly now: number;
  readonly onPress: (index: number) => void;
};

export const CaseRow = memo(function CaseRow({ id, row, index, total, selected, open, now, onPress }: Props) {
  const t = useSay();
  return (
    <Box
      id={id}
      role="option"
      aria-selected={selected}
      aria-posinset={index + 1}
      aria-setsize={total}
      data-open={open}
      onClick={() => onPress(index)}
      className={`case-row${selected ? ' case-row-selected' : ''}${open ? ' case-row-open' : ''}`}
      style={{ top: index * ROW_HEIGHT, height: ROW_HEIGHT }}
    >
      {row === undefined ? (
        <span className="case-row-quiet">{t('ui.loading')}</span>
      ) : (
        <>
          <span className="case-row-line">
            <b>{t(`codes.case.${row.kind}`)}</b>
            <span className="case-row-who">{row.account ?? t('ui.candorItself')}</span>
            <span className="case-row-sum">
              {row.amount !== null && row.currency !== null ? money(row.amount, row.currency) : ''}
            </span>
          </span>
          <span className="case-row-line case-row-quiet">
            <span>{t('queue.waitsFor', { duration: duration(t, now - row.since) })}</span>
            {row.held !== null && (
              <StateChip
                state="held"
                says={t('queue.heldFor', { reason: codeWords(t, 'reason', row.held) })}
              />
            )}
            {(row.needs_second || row.first_by !== null) && (
              <span className="case-row-who" title={approvals(t, row)}>
                {approvals(t, row)}
              </span>
            )}
            {row.status === 'waiting' && (
              <StateChip of={row.kind === 'deposit' ? 'deposit' : 'withdrawal'} state="waiting" />
            )}
            <span className="case-row-sum">
              {row.overdue ? (
                <StateChip state="overdue" />
              ) : (
                row.deadline_at !== null &&
                t('ui.dueDistance', { distance: distance(t, row.deadline_at, now) })
              )}
            </span>
          </span>
        </>
      )}
    </Box>
  );
});

/** The first approver of a case that needs dual approval, if there is one. */
function approvals(t: Say, { kind, needs_second: two, first_by: first }: WaitingCase): string {
  if (!two) return t(kind === 'proposal' ? 'queue.proposedBy' : 'queue.firstBy', { first: first ?? '' });
  return first === null ? t('queue.needsTwo') : t('queue.needsTwoFirst', { first });
}
