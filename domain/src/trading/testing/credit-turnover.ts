/**
 * The turnover of experience credit made by a closed position, measured as the amount at risk over time. For each hour that
 * the position was held, 0.1% of its value counts (0.02% for forex and metals, which move less), up to its initial margin. A
 * position held for a moment adds almost nothing, whatever its leverage. The SQL view `experience_turnover` computes the
 * same.
 */
import { amount } from '../../money/amount.ts';
import type { Amount } from '../../money/amount.ts';
import { mulDivDown } from '../../money/rounding.ts';

const HOUR_MS = 3_600_000n;
/** The fraction of a position's value that counts per hour. */
const TURNOVER_PER_HOUR = { contract: amount('0.001'), forex: amount('0.0002') } as const;
const ONE = amount('1');

export type CreditPosition = {
  readonly product: keyof typeof TURNOVER_PER_HOUR;
  /** The initial margin of the closed part. */
  readonly margin: Amount;
  readonly leverage: number;
  readonly heldMs: number;
};

export function creditTurnover({ product, margin, leverage, heldMs }: CreditPosition): Amount {
  const hours = BigInt(Math.max(0, heldMs)) * BigInt(leverage);
  const counted = mulDivDown(margin * hours, TURNOVER_PER_HOUR[product], HOUR_MS * ONE);
  return counted < margin ? counted : margin;
}
