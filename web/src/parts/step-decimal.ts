/** Changes a typed decimal by exact steps, but not below zero. */
import { formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import { finishedDecimal } from '../ui/keypad-typing.ts';

/** Changes the text to the next multiple of `step` up or down. Invalid text counts as zero. */
export function stepDecimal(text: string, step: string, direction: 1 | -1): string {
  const value = parseAmount(finishedDecimal(text)) ?? 0n;
  const size = parseAmount(step) ?? 0n;
  if (size === 0n) return text;
  const rest = value % size;
  const moved = direction === 1 ? value - rest + size : rest === 0n ? value - size : value - rest;
  return formatAmount(moved < 0n ? 0n : moved);
}
