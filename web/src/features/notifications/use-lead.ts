/** The screen that a message links to, and its title. */
import type { Message } from '../../lib/notice-texts.ts';
import { useEntries } from '../../platform/entries.ts';
import type { Lead } from '../../platform/entries.ts';

export function useLead({ kind, params }: Pick<Message, 'kind' | 'params'>): Lead | undefined {
  const lead = useEntries().notices[kind]?.lead;
  return typeof lead === 'function' ? lead(params) : lead;
}
