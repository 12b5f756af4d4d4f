/**
 * Computes how much a program gains in a day from firm prices in the demo's market if it requests one after another and accepts
 * only those that moved in its favour, without a limit on unused prices and with the usual limit. A firm price is a ten-second
 * option. Each program has an advantage over any real one: it accepts at the best moment of the ten seconds, and has the model's
 * volatility. The figures come from a model, so they are computed in floating point.
 */
import { DAY_MS } from '@candor/domain/time.ts';
import { limits as exchangeLimits } from '../server/src/features/exchange/limits.ts';
import { quotesAgainMs, unusedLately } from '../server/src/features/exchange/unused-quotes.ts';
import { catalogue } from '../server/src/quotes/catalogue.ts';
import { modelNumber } from '../server/src/quotes/feeds/simulated-quote.ts';
import type { SimulatedPrice } from '../server/src/quotes/feeds/simulation.ts';
import { createSimulation } from '../server/src/quotes/feeds/simulation.ts';
import type { Figure } from './figure.ts';

/** Two prices per coin and second, as in the demo. */
const STEP_MS = 500;
const DAYS = 200;
/** The usual terms of an exchange, with the cost of selling the coin again at spot. */
const STAKED_USDT = 50_000;
const FEE_RATE = 0.002;
const UNUSED_MAX = 30;
const SPOT_FEE_RATE = 0.001;

const coins = catalogue.filter(({ instrument }) => instrument.kind === 'crypto');

type Coin = { readonly state: SimulatedPrice; readonly halfSpread: number; readonly volatility: number };

type Plan = {
  readonly name: string;
  /** The coin that the program buys; if absent, always the one that currently moves most. */
  readonly coin?: number;
  /** The program requests a price above this volatility, a multiple of the average. */
  readonly restless?: number;
  /** Whether the program requests a new price as soon as the current one has improved, instead of waiting out the ten seconds. */
  readonly impatient?: boolean;
  /** The cost of returning to the starting position, as a rate. */
  readonly exitRate?: number;
};

class Program {
  readonly plan: Plan;
  readonly #unusedMax: number;
  #held: { coin: Coin; ask: number; givenMs: number; best: number } | undefined;
  #unused: readonly number[] = [];
  #againMs = 0;
  earned = 0;
  carriedOut = 0;

  constructor(plan: Plan, unusedMax: number) {
    this.plan = plan;
    this.#unusedMax = unusedMax;
  }

  see(nowMs: number, market: readonly Coin[], mostRestless: Coin): void {
    this.#watch(nowMs);
    if (this.#held !== undefined || nowMs < this.#againMs) return;
    const coin = this.plan.coin === undefined ? mostRestless : (market[this.plan.coin] as Coin);
    if (coin.state.heat < (this.plan.restless ?? 0)) return;
    this.#held = { coin, ask: askOf(coin), givenMs: nowMs, best: 0 };
  }

  /**
   * The current gain from the requested price. When the price expires, the program earns its best gain or leaves the price
   * unused.
   */
  #watch(nowMs: number): void {
    const held = this.#held;
    if (held === undefined) return;
    const { exitRate = SPOT_FEE_RATE, impatient = false } = this.plan;
    const kept = (1 - FEE_RATE) * (1 - exitRate);
    // A firm price is executed only while the market price deviates from it by at most half the fee, in either direction.
    if (Math.abs(held.ask / askOf(held.coin) - 1) <= FEE_RATE / 2) {
      held.best = Math.max(held.best, STAKED_USDT * ((bidOf(held.coin) / held.ask) * kept - 1));
    }
    const isOver = nowMs >= held.givenMs + exchangeLimits.quoteMs;
    const isWorse = impatient && held.best === 0 && askOf(held.coin) < held.ask;
    if (!isOver && !isWorse) return;
    this.#held = undefined;
    if (held.best > 0) {
      this.earned += held.best;
      this.carriedOut += 1;
    } else if (this.#unusedMax < Infinity) {
      this.#unused = [...unusedLately(this.#unused, nowMs), held.givenMs];
      this.#againMs = quotesAgainMs(this.#unused, this.#unusedMax) ?? 0;
    }
  }
}

function spreadOf({ state, halfSpread }: Coin): number {
  return halfSpread * Math.max(1, state.heat);
}
const bidOf = (coin: Coin): number => coin.state.price - spreadOf(coin);
const askOf = (coin: Coin): number => coin.state.price + spreadOf(coin);

const plans: readonly Plan[] = [
  ...coins.map(({ instrument }, coin) => ({ name: `${instrument.symbol} all the time`, coin })),
  { name: 'the coin that moves most' },
  { name: 'the coin that moves most, keeping it', exitRate: 0 },
  { name: 'the coin that moves most, anew whenever the price got better', impatient: true },
  ...[1, 1.2, 1.4].flatMap((restless) => [
    { name: `the coin that moves most, from ${restless} of the usual unrest on`, restless },
    {
      name: `the coin that moves most, from ${restless} of the usual unrest on, keeping it`,
      restless,
      exitRate: 0,
    },
  ]),
];

export function benchExchangeEdge(): Figure[] {
  const simulation = createSimulation({ seed: 'exchange-edge', listings: coins });
  const market = [...simulation.prices.values()].map((state): Coin => {
    const { behaviour, spread } = state.listing;
    const volatility = 'yearlyVolatility' in behaviour ? behaviour.yearlyVolatility : 0;
    return { state, halfSpread: modelNumber(spread) / 2, volatility };
  });
  const programs = [Infinity, UNUSED_MAX].flatMap((unusedMax) =>
    plans.map((plan) => ({ unusedMax, program: new Program(plan, unusedMax) })),
  );
  const unrest = ({ state, volatility }: Coin): number => state.heat * volatility;
  for (let nowMs = 0; nowMs < DAYS * DAY_MS; nowMs += STEP_MS) {
    simulation.step(STEP_MS, () => true);
    const mostRestless = market.reduce((most, coin) => (unrest(coin) > unrest(most) ? coin : most));
    for (const { program } of programs) program.see(nowMs, market, mostRestless);
  }
  return programs.map(({ unusedMax, program }): Figure => ({
    name: `exchange edge: ${program.plan.name}, ${unusedMax === Infinity ? 'no bound' : `${unusedMax} unused an hour`}, ${(program.carriedOut / DAYS).toFixed(2)} carried out a day, earned`,
    value: program.earned / DAYS,
    unit: 'USDT a day',
  }));
}
