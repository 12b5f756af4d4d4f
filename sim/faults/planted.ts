/**
 * Faults that are planted to test whether the simulation finds them. Each changes one line of the server as it is loaded and,
 * where the database would refuse the consequences, also disables the database's guards, so that the auditor has to find the
 * fault.
 */

export type Planted = {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** Runs in the database before the server starts. */
  readonly sql?: string;
  /** Whether prices are constant at first, for a fault that appears only if a price does not move. */
  readonly isFlat?: true;
  /** Matches the simulation's report of the fault. */
  readonly finds: RegExp;
};

/** Disables the guards that check journals and the rows behind them. What moves and sums money stays enabled. */
const ASLEEP = `
  create or replace function check_due_run() returns trigger language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp as
    $$ begin delete from public.check_due d where d.id = new.id; return null; end $$;
  alter table spot_order disable trigger spot_order_holds_new, disable trigger spot_order_holds,
    disable trigger spot_order_in_time_new, disable trigger spot_order_in_time, disable trigger spot_order_reached;
  alter table spot_fill disable trigger spot_fill_in_time, drop constraint spot_fill_fee, drop constraint spot_fill_value;
  alter table option_ticket disable trigger option_ticket_verified;`;

/** A change without effect, with all guards disabled that other faults disable. */
const GUARDS_ASLEEP: Planted = {
  ...{ file: 'domain/src/trading/spot.ts', from: '/** One leg of a trade', to: '/** A leg of a trade' },
  sql: ASLEEP,
  finds: /^$/,
};

export const PLANTED: Readonly<Record<string, Planted>> = {
  'a guard removed: a transfer needs no balance': {
    file: 'server/src/features/transfers/rules.ts',
    from: 'if (available < amount) {',
    to: 'if (available < 0n) {',
    finds: /POST wallet\/transfer failed|the same .* USDT/,
  },
  'a key ignored: another body is answered too': {
    file: 'server/src/commands/deciding.ts',
    from: 'return stored.bodyHash === bodyHash',
    to: "return stored.bodyHash !== ''",
    finds: /had a key answered twice/,
  },
  'a key ignored: a repeated command happens again': {
    file: 'server/src/commands/deciding.ts',
    from: 'if (stored !== undefined) {',
    to: "if (stored !== undefined && waiting.submission.command.name === '') {",
    sql: 'alter table answer drop constraint answer_pkey;',
    finds: /orders with one key|had a key answered twice|instead of/,
  },
  'a hold not released: half of it stays frozen': {
    file: 'server/src/features/spot/cancelling.ts',
    from: 'return partlyReleased(order, order.held);',
    to: 'return partlyReleased(order, order.held / 2n);',
    sql: ASLEEP,
    finds: /frozen spot .* instead of/,
  },
  'a fee to the house twice': {
    file: 'domain/src/trading/spot.ts',
    from: 'const fee = feeOn(value, instrument.spotFeeRate);',
    to: 'const fee = 2n * feeOn(value, instrument.spotFeeRate);',
    sql: ASLEEP,
    finds: /was filled with .* instead of/,
  },
  'a fee rounded down, in favour of who trades dust': {
    file: 'domain/src/money/rounding.ts',
    from: 'return mulDivUp(value, feeRate, ONE);',
    to: 'return mulDivDown(value, feeRate, ONE);',
    sql: ASLEEP,
    finds: /was filled with .* instead of/,
  },
  'a sale at the ask': {
    file: 'domain/src/trading/spot.ts',
    from: "return side === 'buy' ? quote.ask : quote.bid;",
    to: "return side === 'buy' ? quote.ask : quote.ask;",
    sql: ASLEEP,
    finds: /was filled with .* instead of/,
  },
  'a tie given to the house': {
    file: 'domain/src/trading/option.ts',
    from: "if (exit.last === strike) return { status: 'tied' };",
    to: "if (exit.last === strike) return { status: 'lost' };",
    sql: ASLEEP,
    isFlat: true,
    finds: /ticket .* is (still open|lost .* instead of tied)/,
  },
  'a double payout: a win pays its profit twice': {
    file: 'server/src/features/options/money.ts',
    from: "['option', stake + profit]]))",
    to: "['option', stake + 2n * profit], ['trading', -profit]]))",
    sql: `${ASLEEP} insert into journal_template values ('option_win', 'trading', -1);`,
    finds: /option USDT is .* instead of|ticket .* is still open/,
  },
  'a lost acknowledgement: a transfer is answered and rolled back': {
    file: 'server/src/commands/record.ts',
    from: `    COMMIT,
  ]);
  const [, results] = await Promise.all([moved, written]);`,
    to: `    ...(facts.journals.some((one) => /"transfer:/.test(JSON.stringify(one, (_, value) => typeof value === 'bigint' ? 0 : value)))
      ? [{ name: 'undo', text: 'rollback', values: [] }]
      : [COMMIT]),
  ]);
  const [, results] = await Promise.all([moved, written]);
  if (results.at(-1)?.command === 'ROLLBACK') return;`,
    finds: /(spot|option|contract) USDT is .* instead of/,
  },
  'two withdrawals at once': {
    file: 'server/src/features/withdrawals/requesting.ts',
    from: "if (facts.openRows(withdrawals).length > 0) return refuse('withdrawal_pending');",
    to: "if (facts.openRows(withdrawals).length > 99) return refuse('withdrawal_pending');",
    finds: /two withdrawals under way|POST wallet\/out failed/,
  },
  'a limit that must be passed, not reached': {
    file: 'domain/src/trading/trigger.ts',
    from: 'return entry.bid <= level;',
    to: 'return entry.bid <= level - 50_00000000n;',
    sql: ASLEEP,
    finds: /reached it|does not reach it|does not fire/,
  },
};

/** The fault of this name; undefined if the name is undefined. */
export function plantedFault(name: string | undefined): Planted | undefined {
  if (name === undefined) return undefined;
  const found = name === 'guards asleep' ? GUARDS_ASLEEP : PLANTED[name];
  if (found === undefined)
    throw new Error(`expected one of: ${Object.keys(PLANTED).join('; ')}; found ${name}`);
  return found;
}
