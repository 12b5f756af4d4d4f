/**
 * Describes a record of the log: each changed field by its name, with the old and the new value. The exact record can be
 * expanded below.
 */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Say } from '../../i18n/say.ts';
import { codeWords, knownWords, listWords } from '../../lib/words.ts';
import type { CodeGroup } from '../../lib/words.ts';

type Row = ConsoleOutput<'GET audit'>['items'][number];
type Fields = Readonly<Record<string, unknown>>;

/**
 * The longest value that is shown in the row; longer values, such as hashes, are cut, and objects appear only in the expanded
 * record.
 */
const CHARACTERS_MAX = 32;

function fieldsOf(text: string | null): Fields {
  return text === null || !text.startsWith('{') ? {} : (JSON.parse(text) as Fields);
}

function valueWords(t: Say, { kind, name, value }: { kind: string; name: string; value: unknown }): string {
  if (value === undefined || value === null || value === '') return t('audit.nothing');
  if (typeof value === 'boolean') return t(value ? 'ui.yes' : 'ui.no');
  if (typeof value === 'object') return '…';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const known = name.endsWith('status') ? stateWords(t, kind, text) : undefined;
  const words = known ?? text;
  return words.length > CHARACTERS_MAX ? `${words.slice(0, CHARACTERS_MAX)}…` : words;
}

/** A deposit's state is worded differently from the same state of a withdrawal. */
function stateWords(t: Say, kind: string, state: string): string | undefined {
  return knownWords(t, kind as CodeGroup, state) ?? knownWords(t, 'status', state);
}

/** Returns "Status: Under review → Credited", a change for each field that differs; empty if none does. */
export function changeWords(
  t: Say,
  { action, before, after }: Pick<Row, 'action' | 'before' | 'after'>,
): string {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const kind = action.split('.', 1)[0] ?? '';
  const changed = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]),
  );
  return listWords(
    changed.map((name) => {
      const field = codeWords(t, 'field', name);
      const to = valueWords(t, { kind, name, value: now[name] });
      if (old[name] === undefined || old[name] === null) return t('audit.set', { field, to });
      return t('audit.changed', { field, from: valueWords(t, { kind, name, value: old[name] }), to });
    }),
  );
}
