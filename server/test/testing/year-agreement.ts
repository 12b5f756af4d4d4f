/** Compares the statements of a customer with the second computation, and returns every difference as a line. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { costBasis } from '@candor/domain/statement/cost-basis.ts';
import type { Period } from '@candor/domain/statement/period.ts';
import { readCoinMoves } from '../../src/features/statements/coin-moves.ts';
import { readStatement } from '../../src/features/statements/statement.ts';
import type { Statement, StatementDeps } from '../../src/features/statements/statement.ts';
import { readTax } from '../../src/features/statements/tax.ts';
import type { Books } from './second-books.ts';
import { coinsOf, resultsOf } from './second-coins.ts';
import { periodOf } from './second-statement.ts';

type Asked = { readonly book: bigint; readonly nowMs: number };
const METHODS = ['fifo', 'average'] as const;

/** A line for each name whose figures differ. */
function compare(
  where: string,
  stated: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, string>,
): string[] {
  return [...new Set([...stated.keys(), ...found.keys()])]
    .filter((name) => stated.get(name) !== found.get(name))
    .map((name) => `${where}, ${name}: stated ${stated.get(name)}, found ${found.get(name)}`);
}

const text = (money: ReadonlyMap<string, bigint>): Map<string, string> =>
  new Map([...money].filter(([, sum]) => sum !== 0n).map(([name, sum]) => [name, formatAmount(sum)]));

/** Returns the statement, which must not be too long. */
export async function statementOf(
  deps: StatementDeps,
  asked: Asked & { readonly period: Period },
): Promise<Statement> {
  const statement = await readStatement(deps, asked);
  if (statement === undefined) throw new Error('expected a statement, found too many movements');
  return statement;
}

export async function differencesOf(
  deps: StatementDeps,
  books: Books,
  { book, nowMs, period }: Asked & { readonly period: Period },
): Promise<string[]> {
  const statement = await statementOf(deps, { book, period, nowMs });
  const valuedMs = Math.min(period.toMs, Math.floor(nowMs / 60_000) * 60_000);
  const found = periodOf(books, { ...period, valuedMs });
  const where = `${book} ${period.name}`;
  const stated = (of: 'opening' | 'closing' | 'received' | 'paid'): Map<string, string> =>
    new Map(
      statement.accounts
        .filter((one) => one[of] !== '0')
        .map((one) => [`${one.account} ${one.currency}`, one[of]]),
    );
  return [
    ...(['opening', 'closing', 'received', 'paid'] as const).flatMap((of) =>
      compare(`${where} ${of}`, stated(of), text(found[of])),
    ),
    ...compare(
      `${where} movement`,
      new Map(
        statement.movements.map((one) => [
          `${one.kind} ${one.account} ${one.currency}`,
          `${one.count} ${one.received} ${one.paid}`,
        ]),
      ),
      new Map(
        [...found.movements].map(([name, one]) => [
          name,
          `${one.count} ${formatAmount(one.received)} ${formatAmount(one.paid)}`,
        ]),
      ),
    ),
    ...compare(`${where} cost`, costsStated(statement), costsFound(found.costs)),
    ...compare(`${where} holding`, holdingsStated(statement), holdingsFound(books, { ...period, valuedMs })),
    ...compare(
      `${where} value`,
      new Map([
        ['opening', statement.opening_value_usdt],
        ['closing', statement.closing_value_usdt],
      ]),
      new Map([
        ['opening', formatAmount(found.openingValue)],
        ['closing', formatAmount(found.closingValue)],
      ]),
    ),
  ];
}

const costsStated = ({ costs }: Statement): Map<string, string> =>
  new Map(
    costs.map(({ kind, currency, ...one }) => [
      `${kind} ${currency}`,
      `${one.amount} of ${one.base}, ${one.percent}%`,
    ]),
  );

function costsFound(costs: ReturnType<typeof periodOf>['costs']): Map<string, string> {
  return new Map(
    [...costs]
      .filter(([, one]) => one.amount !== 0n)
      .map(([name, one]) => {
        // Per cent to four decimals, truncated.
        const percent =
          one.base === 0n ? null : formatAmount(((one.amount * 1_000_000n) / one.base) * 10_000n);
        return [name, `${formatAmount(one.amount)} of ${formatAmount(one.base)}, ${percent}%`];
      }),
  );
}

const holdingsStated = ({ holdings }: Statement): Map<string, string> =>
  new Map(
    holdings.map((one) => [
      one.currency,
      `${one.quantity} for ${one.cost}, ${one.average_cost} each, worth ${one.value_usdt}: ${one.unrealised} ${one.unrealised_percent}%, ${one.realised}`,
    ]),
  );

function holdingsFound(
  books: Books,
  { fromMs, toMs, valuedMs }: { readonly fromMs: number; readonly toMs: number; readonly valuedMs: number },
): Map<string, string> {
  const { held, sales } = coinsOf(books, toMs, 'average');
  const lines = new Map<string, string>();
  for (const [currency, { quantity, cost }] of held) {
    const own = sales.filter((one) => one.currency === currency && one.disposedMs >= fromMs);
    if (quantity === 0n && own.length === 0) continue;
    const realised = own.reduce((sum, one) => sum + one.proceeds - one.cost, 0n);
    const bid = books.bidBefore(`${currency}/USDT`, valuedMs);
    const value = bid === undefined && quantity > 0n ? undefined : (quantity * (bid ?? 0n)) / 100_000_000n;
    const written = (figure: bigint | undefined): string =>
      figure === undefined ? 'null' : formatAmount(figure);
    const profit = value === undefined ? undefined : value - cost;
    const percent =
      profit === undefined || cost === 0n ? undefined : ((profit * 1_000_000n) / cost) * 10_000n;
    const each = quantity === 0n ? undefined : (cost * 100_000_000n) / quantity;
    lines.set(
      currency,
      `${formatAmount(quantity)} for ${formatAmount(cost)}, ${written(each)} each, worth ${written(value)}: ${written(profit)} ${written(percent)}%, ${formatAmount(realised)}`,
    );
  }
  return lines;
}

/** Compares the lots, disposals and results of a year. */
export async function taxDifferencesOf(
  deps: StatementDeps,
  books: Books,
  { book, nowMs, year }: Asked & { readonly year: Period },
): Promise<string[]> {
  const all: string[] = [];
  for (const method of METHODS) {
    const where = `${book} ${year.name} ${method}`;
    const tax = await readTax(deps, { book, year, method, nowMs });
    if (tax === undefined) throw new Error('expected a tax report, found too many movements');
    const coins = coinsOf(books, year.toMs, method);
    const seconds = (ms: number | null): string => (ms === null ? 'null' : String(Math.floor(ms / 1000)));
    const stated = tax.disposals.map(
      (one) =>
        `${one.currency} ${one.acquired} ${one.disposed} ${one.quantity} for ${one.proceeds}, cost ${one.cost}, gain ${one.gain}`,
    );
    const found = coins.sales
      .filter(({ disposedMs }) => disposedMs >= year.fromMs)
      .map((one) => {
        const [quantity, proceeds, cost, gain] = [
          ...[one.quantity, one.proceeds, one.cost, one.proceeds - one.cost].map(formatAmount),
        ];
        return `${one.currency} ${seconds(one.acquiredMs)} ${seconds(one.disposedMs)} ${quantity} for ${proceeds}, cost ${cost}, gain ${gain}`;
      });
    const numbered = (lines: readonly string[]): Map<string, string> =>
      new Map(lines.map((line, at) => [`sale ${at}`, line]));
    all.push(...compare(where, numbered(stated), numbered(found)));
    const gain = coins.sales
      .filter(({ disposedMs }) => disposedMs >= year.fromMs)
      .reduce((sum, one) => sum + one.proceeds - one.cost, 0n);
    all.push(...compare(where, new Map([['gain', tax.gain]]), new Map([['gain', formatAmount(gain)]])));
    all.push(
      ...compare(
        `${where} result`,
        new Map(
          tax.sections
            .filter(({ net }) => net !== '0')
            .map(({ section, name, net }) => [`${section} ${name}`, net]),
        ),
        text(resultsOf(books, year)),
      ),
    );
  }
  return all;
}

/** Compares the holdings at an instant, their cost and the gains so far. */
export async function holdingDifferencesOf(
  deps: StatementDeps,
  books: Books,
  { book, nowMs, toMs }: Asked & { readonly toMs: number },
): Promise<string[]> {
  const moves = await readCoinMoves(deps, { book, toMs, nowMs });
  if (moves === undefined) throw new Error('expected movements, found too many');
  type Held = { readonly quantity: bigint; readonly cost: bigint; readonly realised: bigint };
  const lines = (held: ReadonlyMap<string, Held>): Map<string, string> =>
    new Map(
      [...held].map(([currency, one]) => [
        currency,
        [one.quantity, one.cost, one.realised].map(formatAmount).join(' '),
      ]),
    );
  return METHODS.flatMap((method) =>
    compare(
      `${book} holdings ${method}`,
      lines(costBasis(moves, method).holdings),
      lines(coinsOf(books, toMs, method).held),
    ),
  );
}

/** Adds up the costs and movements of several statements, as lines like those of one statement. */
export function summed(statements: readonly Statement[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  const add = (name: string, figure: string): void =>
    void sums.set(name, (sums.get(name) ?? 0n) + amount(figure));
  for (const { costs, movements, accounts, holdings } of statements) {
    for (const { currency, realised } of holdings) add(`realised ${currency}`, realised);
    for (const { kind, currency, amount: cost, base } of costs) {
      add(`cost ${kind} ${currency}`, cost);
      // A base of zero-sum costs is not shown.
      add(`base ${kind} ${currency}`, base);
    }
    for (const one of movements) {
      add(`received ${one.kind} ${one.account} ${one.currency}`, one.received);
      add(`paid ${one.kind} ${one.account} ${one.currency}`, one.paid);
    }
    for (const one of accounts) {
      add(`received ${one.account} ${one.currency}`, one.received);
      add(`paid ${one.account} ${one.currency}`, one.paid);
    }
  }
  for (const [name, sum] of sums) if (sum === 0n) sums.delete(name);
  return sums;
}
