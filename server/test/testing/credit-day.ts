/** Simulated days of the bots that turn credit into money, with each bot's gain or loss of its own money. */
import { DAY_MS } from '@candor/domain/time.ts';
import type { CreditBot } from './credit-bots.ts';
import { openCreditFloor } from './credit-floor.ts';
import type { Trader } from './credit-floor.ts';

export type BotDay = {
  readonly name: string;
  readonly profit: number;
  /** The part of the profit on own money that came from market moves; zero on average. */
  readonly luck: number;
  /** The gains from credit that remained credit. */
  readonly kept: number;
  /** The fees that a trader paid with own money, as the limit on conversions counts them. */
  readonly fees: number;
  /** The most that inviters may ever receive from this day's fees, whatever the friends' income from the fund. */
  readonly shares: number;
};

const TICKET_MS = 240_000;
const SIDES = [1, -1] as const;

/** Runs one day, in which several copies of each bot begin one after another, each paired with a copy on the opposite sides. */
export async function creditDay(
  seed: string,
  of: { readonly bots: readonly CreditBot[]; readonly rounds: number; readonly pairs: number },
): Promise<{ readonly days: BotDay[]; readonly wrong: unknown[] }> {
  const { rounds, pairs } = of;
  const floor = await openCreditFloor(seed);
  try {
    await floor.step(1_000);
    // Five-minute tickets are struck at the next quote and settle at the one after it.
    const steps = [TICKET_MS, TICKET_MS, DAY_MS / rounds - 2 * TICKET_MS];
    const bots = [];
    for (const bot of of.bots) {
      for (let pair = 0; pair < pairs; pair += 1) {
        const sides: (readonly Trader[])[] = [];
        for (const _ of SIDES) sides.push(await floor.traders(bot.accounts));
        bots.push({ bot, sides, fromStep: Math.floor((pair * rounds) / (2 * pairs)) });
      }
    }
    for (let step = 0; step < rounds; step += 1) {
      const acting = bots.flatMap(({ bot, sides, fromStep }) =>
        sides.map((accounts, at) => ({ bot, accounts, side: SIDES[at] ?? 1, step: step - fromStep })),
      );
      await Promise.all(
        acting.filter((one) => one.step >= 0).map(({ bot, accounts, ...round }) => bot.act(accounts, round)),
      );
      for (const stepMs of steps) {
        await floor.step(stepMs);
        await floor.ended();
      }
    }
    for (const { sides } of bots) for (const trader of sides.flat()) await trader.close();
    for (const { sides } of bots) for (const trader of sides.flat()) await trader.convert();
    const days: BotDay[] = [];
    for (const { bot, sides } of bots) {
      for (const accounts of sides) {
        const sums = { profit: 0, luck: 0, kept: 0, fees: 0, shares: 0 };
        for (const trader of accounts) {
          sums.profit += await floor.profitOf(trader);
          sums.luck += await floor.luckOf(trader);
          sums.kept += await floor.keptBy(trader);
          sums.fees += await floor.feesOf(trader);
          sums.shares += await floor.sharesOf(trader);
        }
        days.push({ name: bot.name, ...sums });
      }
    }
    process.stdout.write(`refused: ${JSON.stringify([...floor.refused])}\n`);
    return { days, wrong: [...floor.troubles, ...floor.logged, ...(await floor.breaches())] };
  } finally {
    await floor.shut();
  }
}
