/**
 * Two commands on one account, at two servers, in many orders of their messages to the database. Whatever the order, they must
 * answer and leave what they answer and leave one after the other, in one sequence or the other.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from '../chance/chance.ts';
import { difference, readerOf, wrongInBooks } from './account.ts';
import type { Left } from './account.ts';
import { COMMANDS, THINGS } from './commands.ts';
import type { Command, CommandName, Made, Maker, OperatorCall, ThingName } from './commands.ts';
import type { Origin } from './gate.ts';
import { Releasing, other } from './order.ts';
import type { Order, Side } from './order.ts';
import { ADDRESS, referenceOf } from './platform.ts';
import type { OperatorName, Platform } from './platform.ts';

export type Pair = {
  readonly left: CommandName;
  readonly right: CommandName;
  /** Whether both requests have one key, as the repetition of an unanswered one has. */
  readonly isRepeated: boolean;
};

/** What a run answered and left, as one text that can be compared. */
type Outcome = string;
type Setting = {
  readonly things: Map<ThingName, Made>;
  readonly before: Left;
  readonly keys: Record<Side, string>;
};
type Answered = Readonly<Record<Side, string>>;

export type PairResult = {
  readonly pair: Pair;
  readonly runs: number;
  /** How many different sequences of statements the runs had. */
  readonly paths: readonly string[];
  /** How many different outcomes. */
  readonly outcomes: number;
  readonly faults: readonly string[];
};

const FILLED_WITHIN_MS = 2000;
/** The most statements after which the first switch comes; most commands have fewer. */
const STATEMENTS_MAX = 30;

export class PairRunner {
  readonly #platform: Platform;
  readonly #read: (book: string) => Promise<Left>;
  #runs = 0;

  private constructor(platform: Platform, read: (book: string) => Promise<Left>) {
    this.#platform = platform;
    this.#read = read;
  }

  static async on(platform: Platform): Promise<PairRunner> {
    return new PairRunner(platform, await readerOf(platform.control));
  }

  /** Runs a pair in so many orders, besides one after the other. */
  async run(pair: Pair, how: { readonly orders: number; readonly chance: Chance }): Promise<PairResult> {
    return this.#run(pair, how).catch((error: Error) => ({
      ...{ pair, runs: 0, paths: [], outcomes: 0 },
      faults: [`could not be run: ${error.stack}`],
    }));
  }

  async #run(pair: Pair, how: { readonly orders: number; readonly chance: Chance }): Promise<PairResult> {
    const allowed = new Set([await this.#oneByOne(pair, 'left'), await this.#oneByOne(pair, 'right')]);
    const paths = new Set<string>();
    const outcomes = new Set<Outcome>();
    const faults: string[] = [];
    // With itself, a command needs nothing that stands in its own way, so it must succeed.
    const [alone = ''] = allowed;
    if (pair.left === pair.right && !/^left: (ok|reached)/.test(alone))
      faults.push(`alone, it is refused: ${alone.split('\n', 1)[0]}`);
    const lengths = { left: STATEMENTS_MAX, right: STATEMENTS_MAX };
    for (let at = 0; at < how.orders; at += 1) {
      const order = orderOf(at, how, lengths);
      const { outcome, path } = await this.#atOnce(pair, order);
      if (at < 2) lengths[order.first] = Math.max(4, path.filter((side) => side === order.first).length);
      paths.add(path.map((side) => side[0]).join(''));
      outcomes.add(outcome);
      if (!allowed.has(outcome)) await this.#again(pair, allowed);
      if (!allowed.has(outcome)) faults.push(told({ order, outcome, allowed, path }));
      faults.push(...(await wrongInBooks(this.#platform.control, this.#platform.account.id)));
    }
    return {
      pair,
      runs: how.orders,
      paths: [...paths],
      outcomes: outcomes.size,
      faults: [...new Set(faults)],
    };
  }

  /** What one command after the other does may change with the day's totals, which only grow. */
  async #again(pair: Pair, allowed: Set<Outcome>): Promise<void> {
    for (const first of ['left', 'right'] as const) allowed.add(await this.#oneByOne(pair, first));
  }

  async #oneByOne(pair: Pair, first: Side): Promise<Outcome> {
    const setting = await this.#prepare(pair);
    const answered = { left: '', right: '' };
    for (const side of [first, other(first)]) answered[side] = await this.#command(pair, side, setting);
    return this.#outcome(setting, answered);
  }

  async #atOnce(pair: Pair, order: Order): Promise<{ outcome: Outcome; path: readonly Side[] }> {
    const setting = await this.#prepare(pair);
    const { gate, control } = this.#platform;
    const hasPrice = commandOf(pair.left).isPrice === true;
    gate.close(({ login }: Origin) => login === 'candor_app' || (hasPrice && login === 'candor_tape'));
    const releasing = new Releasing({ gate, control, sideOf: ({ server }) => server as Side });
    const answered = await releasing.run(
      {
        left: () => this.#command(pair, 'left', setting),
        right: () => this.#command(pair, 'right', setting),
      },
      order,
    );
    return { outcome: await this.#outcome(setting, answered), path: releasing.path };
  }

  /** The account as it was at first, with what the commands need. */
  async #prepare(pair: Pair): Promise<Setting> {
    const { account } = this.#platform;
    this.#runs += 1;
    await this.#platform.price('usual');
    await account.ask('POST demo/start_over', {});
    const things = new Map<ThingName, Made>();
    const make = async (name: ThingName): Promise<void> => {
      if (things.has(name)) return;
      const maker: Maker = THINGS[name];
      for (const earlier of maker.after ?? []) await make(earlier);
      things.set(name, (await maker.make(account)) as Made);
    };
    for (const name of [...commandOf(pair.left).needs, ...commandOf(pair.right).needs]) await make(name);
    const left = `run-${this.#runs}-left`;
    const keys = { left, right: pair.isRepeated ? left : `run-${this.#runs}-right` };
    return { things, keys, before: await this.#read(account.id) };
  }

  async #command(pair: Pair, side: Side, setting: Setting): Promise<string> {
    const command = commandOf(pair[side]);
    const made = (name: ThingName): Made => {
      const thing = setting.things.get(name);
      if (thing === undefined) throw new Error(`expected ${name} to be there, found nothing`);
      return thing;
    };
    if (command.isPrice === true) return this.#price(made('resting purchase'));
    const fields = await command.fields(made, this.#platform.account);
    const key = setting.keys[side];
    if (command.by === undefined) {
      const named = pair[side] === 'sends a batch' ? withKeys(fields, key) : fields;
      const heard = await this.#platform.ask(side, command.call, { fields: named, key });
      if (heard.error === 'parameter_wrong') throw new Error(`${pair[side]}: ${JSON.stringify(heard)}`);
      return heard.type === 'ok' ? `ok ${shown(heard.message)}` : `${heard.error} ${shown(heard.message)}`;
    }
    return this.#decide(side, { ...command, by: command.by as OperatorName }, { fields, key });
  }

  async #decide(
    side: Side,
    { call, by }: Command & { readonly by: OperatorName },
    { fields, key }: { fields: Readonly<Record<string, unknown>>; key: string },
  ): Promise<string> {
    const operator = this.#platform.operator(side, by);
    const approves = fields['verdict'] === 'approve';
    const seen = await operator.sends(0, call === 'POST deposit_decide' ? 'GET deposit' : 'GET withdrawal', {
      ...{ customer: fields['customer'], id: fields['id'] },
    });
    const { voucher_hash } = seen.message as { readonly voucher_hash?: string };
    const more =
      call === 'POST deposit_decide'
        ? { voucher_hash, ...(approves && { reference: referenceOf(`${String(fields['id'])}`) }) }
        : { address: ADDRESS };
    const deed = await operator.sends(0, call as OperatorCall, { ...fields, ...more }, key);
    return deed.heard;
  }

  /** Lets the price reach the order, and waits until the order's end. */
  async #price(order: Made): Promise<string> {
    await this.#platform.price('low');
    const untilMs = performance.now() + FILLED_WITHIN_MS;
    while (performance.now() < untilMs) {
      const { rows } = await this.#platform.control.query<{ open: boolean }>({
        name: 'is-open',
        text: `select status = 'open' as open from spot_order where id = $1`,
        values: [order.id],
      });
      if (rows[0]?.open !== true) return 'reached';
      await delay(5);
    }
    return 'reached nothing';
  }

  async #outcome({ before }: Setting, { left, right }: Answered): Promise<Outcome> {
    const after = await this.#read(this.#platform.account.id);
    return `left: ${left}\nright: ${right}\n${difference(before, after)}`;
  }
}

export const commandOf = (name: CommandName): Command => COMMANDS[name];

/** The parts of a batch have keys of their own. */
function withKeys(fields: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> {
  const orders = fields['orders'] as readonly object[];
  return { orders: orders.map((one, at) => ({ ...one, idempotency_key: `${key}-${at}` })) };
}

/** An answer without ids, times, and receipts, which differ from run to run. */
function shown(message: unknown): string {
  const text = JSON.stringify(message, (name, value: unknown) =>
    /(_at|_time|_ms|time|receipt|seq|signature|idempotency_key)$/.test(name) ? undefined : value,
  );
  return (text ?? '').replaceAll(/"\d{4,}"|\b\d{7,}\b/g, '#');
}

/**
 * The first orders let one side send k statements, then the other all of its own; the later ones switch twice. The numbers come
 * from the seed, and are at most as many as the side has.
 */
function orderOf(
  at: number,
  { chance }: { readonly chance: Chance },
  lengths: Readonly<Record<Side, number>>,
): Order {
  const first: Side = at % 2 === 0 ? 'left' : 'right';
  if (at < 2) return { first, turns: [STATEMENTS_MAX * 2] };
  const once = chance.integer(1, lengths[first] + 1);
  if (chance.happens(0.4)) return { first, turns: [once, STATEMENTS_MAX * 2] };
  const twice = chance.integer(1, lengths[other(first)] + 1);
  if (chance.happens(0.5)) return { first, turns: [once, twice, STATEMENTS_MAX * 2] };
  return { first, turns: Array.from({ length: 30 }, () => chance.integer(1, 5)) };
}

function told(what: {
  order: Order;
  outcome: Outcome;
  allowed: ReadonlySet<Outcome>;
  path: readonly Side[];
}) {
  const { order, outcome, allowed, path } = what;
  return (
    `${order.first} first, switching after ${order.turns.slice(0, 6).join(', ')} (${path.map((side) => side[0]).join('')}):\n` +
    `${outcome}\n  instead of\n${[...allowed].join('\n  or\n')}`
  );
}
