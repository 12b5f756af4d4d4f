/** A small table that is read whole: figures on the right, names on the left. */
import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { ReactNode } from 'react';

export type Column = { readonly head: string; readonly figures?: boolean };

export function PlainTable({
  label,
  columns,
  rows,
}: {
  label: string;
  columns: readonly Column[];
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}) {
  const side = (column: Column | undefined) => (column?.figures === true ? 'right' : 'left');
  return (
    // Focusable, so that the keyboard scrolls what is wider than the screen.
    <Box tabIndex={0} sx={{ overflowX: 'auto' }}>
      <Table size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column.head} align={side(column)}>
                {column.head}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ key, cells }) => (
            <TableRow key={key}>
              {cells.map((cell, index) => (
                <TableCell key={columns[index]?.head} align={side(columns[index])}>
                  {cell}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
