/**
 * Multiplication and division of amounts with explicit rounding: amounts paid by a customer are rounded up, and amounts paid
 * to a customer are rounded down, to 10⁻⁸.
 */
import type { Amount } from './amount.ts';
import { ONE } from './amount.ts';

/** Returns a·b÷c, rounded towards minus infinity; c > 0. */
export function mulDivDown(a: bigint, b: bigint, c: bigint): bigint {
  const product = a * b;
  const quotient = product / c;
  return product % c !== 0n && product < 0n ? quotient - 1n : quotient;
}

/** Returns a·b÷c, rounded towards plus infinity; c > 0. */
export function mulDivUp(a: bigint, b: bigint, c: bigint): bigint {
  const product = a * b;
  const quotient = product / c;
  return product % c !== 0n && product > 0n ? quotient + 1n : quotient;
}

/** Returns quantity × price for an amount that the customer pays, rounded up to 10⁻⁸. */
export function valuePaid(quantity: Amount, price: Amount): Amount {
  return mulDivUp(quantity, price, ONE);
}

/** Returns quantity × price for an amount that the customer receives, rounded down to 10⁻⁸. */
export function valueReceived(quantity: Amount, price: Amount): Amount {
  return mulDivDown(quantity, price, ONE);
}

/** Returns the fee on a value at a rate in 10⁻⁸, rounded up to 10⁻⁸ because the customer pays it. */
export function feeOn(value: Amount, feeRate: Amount): Amount {
  return mulDivUp(value, feeRate, ONE);
}

/** Returns the largest multiple of `step` not above `value`; step > 0, value ≥ 0. */
export function floorToStep(value: Amount, step: Amount): Amount {
  return value - (value % step);
}
