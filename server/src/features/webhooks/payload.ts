/** The payload of an event: its kind, its time, and the row as the API shows it. */
import type { RowView } from '../../platform/feature.ts';
import type { Raw } from '../../commands/fields.ts';

export type Subject = { readonly table: string; readonly row: Raw };
export type Told = { readonly kind: string; readonly createdMs: number; readonly subject: Subject };

/** Composes the text of an event. This is done only once, and the text never changes afterwards. */
export async function payloadOf(
  { kind, createdMs, subject }: Told,
  views: readonly RowView[],
): Promise<string> {
  const view = views.find(({ table }) => table === subject.table);
  if (view === undefined)
    throw new Error(`expected a feature that shows a row of ${subject.table}, found none`);
  return textOf(kind, createdMs, await view.show(subject.row));
}

export function textOf(type: string, timeMs: number, data: object): string {
  return JSON.stringify({ type, timestamp: new Date(timeMs).toISOString(), data });
}
