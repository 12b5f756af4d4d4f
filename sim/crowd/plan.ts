/**
 * Plans who does what and when, from the seed alone. A step draws its details from a separate stream, so that it stays the
 * same if other steps are left out, as they are when a failing day is shortened.
 */
import type { Chance } from '../chance/chance.ts';
import type { MoveName } from './moves.ts';

export type Step = {
  readonly n: number;
  readonly atMs: number;
  readonly who: string;
  readonly does: MoveName | 'crash';
};

/** The moves of each character; a move that is named more often is more likely. */
export const CHARACTERS: Readonly<Record<string, readonly MoveName[]>> = {
  // A patient investor.
  ida: ['buys', 'rests', 'rests', 'cancels', 'looks'],
  // A scalper.
  sol: ['buys', 'sells', 'buys', 'sells', 'rests', 'cancels', 'transfers'],
  // A gambler.
  gus: ['transfers', 'stakes', 'stakes', 'stakes'],
  // Deposits and withdraws; the operators who decide make mistakes.
  lena: ['deposits', 'deposits', 'withdraws', 'buys', 'sells', 'transfers'],
  // Trades with leverage.
  wei: ['transfers', 'opens', 'opens', 'closes', 'buys'],
  // Only looks.
  tim: ['looks'],
  // A thief.
  mal: [
    'repeats a key with another body',
    'races the same balance',
    'sells what is held',
    'cancels what is filled',
    'asks nonsense amounts',
    'uses the ids of others',
    'trades dust',
    'repeats a key at once',
    'buys',
    'sells',
  ],
};

const CRASH_EVERY_MS = 45_000;

export function planOf(
  chance: Chance,
  day: { readonly startMs: number; readonly endMs: number; readonly gapMs: number },
): Step[] {
  const { startMs, endMs, gapMs } = day;
  const steps: Omit<Step, 'n'>[] = [];
  for (const [who, moves] of Object.entries(CHARACTERS)) {
    const own = chance.for(who);
    const everyMs = who === 'tim' ? gapMs * 10 : gapMs;
    for (let atMs = startMs; atMs < endMs;) {
      atMs += Math.ceil(-Math.log(1 - own.fraction()) * everyMs);
      if (atMs < endMs) steps.push({ atMs, who, does: own.of(moves) });
    }
  }
  const crashes = chance.for('deaths');
  for (let atMs = startMs; atMs < endMs;) {
    atMs += Math.ceil(-Math.log(1 - crashes.fraction()) * CRASH_EVERY_MS);
    if (atMs < endMs) steps.push({ atMs, who: 'the server', does: 'crash' });
  }
  return steps.toSorted((one, other) => one.atMs - other.atMs).map((step, n) => ({ n, ...step }));
}
