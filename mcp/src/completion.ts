/**
 * Suggests values while a person fills in a prompt or the address of a resource: instruments, and the person's own newest orders.
 */
import type { Platform } from './platform.ts';

const VALUES_MAX = 100;

type Asked = { readonly name: string; readonly value: string };
type Completion = { readonly completion: { readonly values: string[]; readonly hasMore: boolean } };

/** Returns nothing for an unknown argument, or if the platform refuses. */
export async function suggestions(
  platform: Pick<Platform, 'call' | 'identity'>,
  { name, value }: Asked,
): Promise<Completion> {
  const all = (await valuesOf(platform, name)).filter((one) =>
    one.toLowerCase().startsWith(value.toLowerCase()),
  );
  return { completion: { values: all.slice(0, VALUES_MAX), hasMore: all.length > VALUES_MAX } };
}

async function valuesOf(platform: Pick<Platform, 'call' | 'identity'>, name: string): Promise<string[]> {
  if (name === 'symbol') {
    const answer = await platform.call('GET currency/quotation_new', {});
    return answer.ok ? (answer.value as { symbol: string }[]).map(({ symbol }) => symbol) : [];
  }
  if (name !== 'order' || platform.identity === 'nobody') return [];
  const answer = await platform.call('GET coin/list', { limit: VALUES_MAX });
  return answer.ok ? (answer.value as { items: { id: string }[] }).items.map(({ id }) => id) : [];
}
