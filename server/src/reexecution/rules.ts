/**
 * The rules by which recorded commands are decided again: those of the features, on the tables that the features name and on
 * those that every command may need (docs/re-execution.md).
 */
import type { RecordedCommands } from '../commands/batch-notes.ts';
import { of } from '../commands/command.ts';
import type { Command } from '../commands/command.ts';
import type { Rules } from '../commands/replay.ts';
import type { RowTable } from '../commands/table.ts';
import { accountStandings } from '../identity/account-standing.ts';
import { withinMandate } from '../identity/api-keys/mandate.ts';
import { mandates, openKeyOrders } from '../identity/api-keys/tables.ts';
import { experienceCredits } from '../identity/experience-credit.ts';
import { gates } from '../identity/gates.ts';
import { ownHistories, ownLimits } from '../identity/own-limits.ts';
import { capitalStandingRow } from '../liabilities/capital-out.ts';
import { capNeed } from '../operators/caps.ts';
import { tieNeed } from '../operators/conflicts-of-interest.ts';
import { dutyNeed } from '../operators/duties.ts';
import { booksNeed } from '../payments/books-pause.ts';
import type { DecidingTerms, Gathered, Reexecution } from '../platform/feature.ts';
import { instruments } from '../quotes/catalogue.ts';
import { orderText } from './refused-orders.ts';

type AnyCommand = Command<never, unknown>;

const SHARED_TABLES: readonly RowTable<never>[] = [
  ...[of(gates), of(mandates), of(openKeyOrders), of(accountStandings), of(experienceCredits)],
  ...[of(ownLimits), of(ownHistories), capitalStandingRow.table],
  ...[tieNeed.table, dutyNeed.table, capNeed.table, booksNeed.table],
];

export type Rulebook = {
  /** The commands and tables that the server records. */
  readonly recorded: Omit<RecordedCommands, 'pseudonym'>;
  /**
   * The tables whose rows are recorded. Identifying data in them must be declared as personal (`Field.personal`); a test checks
   * their columns.
   */
  readonly tables: readonly RowTable<never>[];
  /** The names of the tables whose rows are also changed by operators' decisions, which are not commands. */
  readonly changedElsewhere: ReadonlySet<string>;
  /** The commands that are recorded by their effects alone. */
  readonly effectsAlone: readonly string[];
  /** Returns the rules of this checkout under the given terms. */
  readonly under: (terms: DecidingTerms) => Rules;
};

export function rulebookOf(
  parts: readonly Reexecution[],
  gathered: Pick<Gathered, 'creditStakes'>,
): Rulebook {
  const tables = tablesOf(parts);
  const names = parts.flatMap((part) => [
    ...withKeys(part.commands).map(({ name }) => name),
    ...Object.keys(part.underTerms ?? {}),
  ]);
  return {
    recorded: { commands: new Set(names), tables: new Set(tables.map(({ name }) => name)), orderText },
    tables,
    changedElsewhere: new Set(
      [of(accountStandings), ...parts.flatMap((part) => part.changedElsewhere ?? [])].map(({ name }) => name),
    ),
    effectsAlone: parts.flatMap((part) => part.effectsAlone ?? []),
    under: (terms) => rulesUnder(terms, parts, gathered),
  };
}

/** Adds the variant of each command in which an API key requests it, even if keys may not request that command. */
function withKeys(commands: readonly AnyCommand[] = []): AnyCommand[] {
  return [...commands, ...commands.map((command): AnyCommand => withinMandate(command))];
}

function rulesUnder(
  terms: DecidingTerms,
  parts: readonly Reexecution[],
  gathered: Pick<Gathered, 'creditStakes'>,
): Rules {
  const ofTrades = { instruments, termsAt: terms.instrument.bind(terms), stakes: gathered.creditStakes };
  const decided = parts.flatMap((part) => {
    const supplied = part.supplied?.(terms, gathered) ?? ofTrades;
    const underTerms = Object.values(part.underTerms ?? {}).map((command) => command(terms));
    return [...withKeys(part.commands), ...underTerms].map((command) => ({ command, supplied }));
  });
  const suppliedTo = new Map(decided.map(({ command, supplied }) => [command.name, supplied]));
  return {
    commands: new Map(
      decided.map(({ command }) => [command.name, command as unknown as Command<unknown, unknown>]),
    ),
    tables: new Map(tablesOf(parts).map((table) => [table.name, table])),
    supplied: (name) => suppliedTo.get(name) ?? ofTrades,
  };
}

function tablesOf(parts: readonly Reexecution[]): readonly RowTable<never>[] {
  return [...SHARED_TABLES, ...parts.flatMap((part) => part.tables ?? [])];
}
