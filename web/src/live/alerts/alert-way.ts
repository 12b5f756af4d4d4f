/** The direction of a price alert by the server's rule: above or below the current price. Pure. */
import { parseAmount } from '@candor/domain/money/amount.ts';

/** Returns undefined if the text isn't a valid level. */
export function wayTo(level: string, last: string): 'above' | 'below' | undefined {
  const [wanted, now] = [parseAmount(level), parseAmount(last)];
  if (wanted === undefined || now === undefined || wanted <= 0n) return undefined;
  return wanted >= now ? 'above' : 'below';
}
