/** Which way a price has to come to a level, as the server works it out too. Pure. */
import { parseAmount } from '@candor/domain/money/amount.ts';

/** Undefined for what is no level. */
export function wayTo(level: string, last: string): 'above' | 'below' | undefined {
  const [wanted, now] = [parseAmount(level), parseAmount(last)];
  if (wanted === undefined || now === undefined || wanted <= 0n) return undefined;
  return wanted >= now ? 'above' : 'below';
}
