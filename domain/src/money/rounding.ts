/**
 * Every division of money names whom its rounding favours: amounts paid by a customer round up, and amounts paid to a customer
 * round down, each at 10⁻⁸.
 */
import type { Amount } from './amount.ts';
import { ONE } from './amount.ts';

/** a·b÷c, rounded towards minus infinity; c > 0. */
export function mulDivDown(a: bigint, b: bigint, c: bigint): bigint {
  const product = a * b;
  const quotient = product / c;
  return product % c !== 0n && product < 0n ? quotient - 1n : quotient;
}

/** a·b÷c, rounded towards plus infinity; c > 0. */
export function mulDivUp(a: bigint, b: bigint, c: bigint): bigint {
  const product = a * b;
  const quotient = product / c;
  return product % c !== 0n && product > 0n ? quotient + 1n : quotient;
}

/** quantity × price if the customer pays it: rounded up at 10⁻⁸. */
export function valuePaid(quantity: Amount, price: Amount): Amount {
  return mulDivUp(quantity, price, ONE);
}

/** quantity × price if the customer receives it: rounded down at 10⁻⁸. */
export function valueReceived(quantity: Amount, price: Amount): Amount {
  return mulDivDown(quantity, price, ONE);
}

/** The fee on a value at a rate in 10⁻⁸. Rounded up at 10⁻⁸, because the customer pays it. */
export function feeOn(value: Amount, feeRate: Amount): Amount {
  return mulDivUp(value, feeRate, ONE);
}

/** The largest multiple of `step` not above `value`; step > 0, value ≥ 0. */
export function floorToStep(value: Amount, step: Amount): Amount {
  return value - (value % step);
}
