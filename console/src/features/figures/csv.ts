/** The file of all shown series, one value a line, for spreadsheets and programs. Pure. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';

type Answer = ConsoleOutput<'GET figures'>;

const HEAD = ['start', 'span', 'series', 'key', 'value'];

/** Times are in UTC and series are codes, so that files of both languages are alike. */
export function csvOf({ span, series }: Answer): string {
  const rows = series.flatMap(({ series: name, key, points }) =>
    points.map(({ at, value }) => [new Date(at * 1000).toISOString(), span, name, key, value]),
  );
  return [HEAD, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Quoted if it has a separator. */
function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
