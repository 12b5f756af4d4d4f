/** One row of the queue: what, whose, how much, how long it waits. */
import { Box } from '@mui/material';
import { memo } from 'react';
import { StateChip } from '../../kit/state-chip.tsx';
import { money } from '../../lib/figures.ts';
import { distance, duration } from '../../lib/times.ts';
import { codeWords, kindWords } from '../../lib/words.ts';
import type { WaitingCase } from './waiting-cases.ts';

/** Every row is as tall as the others, so nothing has to be measured. */
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
        <span className="case-row-quiet">Loading</span>
      ) : (
        <>
          <span className="case-row-line">
            <b>{kindWords[row.kind]}</b>
            <span className="case-row-who">{row.account ?? 'The house'}</span>
            <span className="case-row-sum">
              {row.amount !== null && row.currency !== null ? money(row.amount, row.currency) : ''}
            </span>
          </span>
          <span className="case-row-line case-row-quiet">
            <span>waits {duration(now - row.since)}</span>
            {row.held !== null && <StateChip state="held" says={`Held: ${codeWords(row.held)}`} />}
            {(row.needs_second || row.first_by !== null) && (
              <span className="case-row-who" title={approvals(row)}>
                {approvals(row)}
              </span>
            )}
            {row.status === 'waiting' && <StateChip state="waiting" />}
            <span className="case-row-sum">
              {row.overdue ? (
                <StateChip state="overdue" />
              ) : (
                row.deadline_at !== null && `due ${distance(row.deadline_at, now)}`
              )}
            </span>
          </span>
        </>
      )}
    </Box>
  );
});

/** Where two persons are needed: who was first, if somebody was. */
function approvals({ needs_second: two, first_by: first }: WaitingCase): string {
  if (!two) return `1st: ${first}`;
  return first === null ? 'needs two' : `needs two, first: ${first}`;
}
