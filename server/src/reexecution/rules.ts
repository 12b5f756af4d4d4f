/**
 * The commands that are decided again: everything that trades, pays or charges by rule. Of all others (deposits, withdrawals,
 * loans, decisions of operators, closing an account) the records have the effects alone, because their inputs and rows say who
 * a customer is (docs/re-execution.md).
 */
import type { RecordedCommands } from '../commands/batch-notes.ts';
import { of } from '../commands/command.ts';
import type { Command } from '../commands/command.ts';
import type { Rules } from '../commands/replay.ts';
import * as exchange from '../features/exchange/commands.ts';
import { exchangeQuotes } from '../features/exchange/tables.ts';
import * as experience from '../features/experience/commands.ts';
import * as fund from '../features/fund/commands.ts';
import { fundOrders, fundUses } from '../features/fund/tables.ts';
import * as options from '../features/options/commands.ts';
import { tickets } from '../features/options/tables.ts';
import { optionsCreditStakes } from '../features/options/triggers.ts';
import * as recurring from '../features/recurring/commands.ts';
import { recurringPlans, recurringPurchases } from '../features/recurring/tables.ts';
import { payReward } from '../features/referral/commands.ts';
import { referralTold, rewards } from '../features/referral/tables.ts';
import * as spot from '../features/spot/commands.ts';
import { buyAtMarket } from '../features/spot/purchase.ts';
import { spotOrders } from '../features/spot/tables.ts';
import * as strategy from '../features/strategy/commands.ts';
import { fundWeights, strategyClocks } from '../features/strategy/tables.ts';
import { transferMoney } from '../features/transfers/handlers.ts';
import { grantDemo } from '../features/wallets/grant.ts';
import { accountStandings } from '../identity/account-standing.ts';
import { experienceCredits } from '../identity/experience-credit.ts';
import { gates } from '../identity/gates.ts';
import { ownHistories, ownLimits } from '../identity/own-limits.ts';
import * as positionCommands from '../positions/commands.ts';
import { houseCovers } from '../positions/cover.ts';
import { debtsCreditStakes, houseDebts } from '../positions/debts.ts';
import { positions } from '../positions/tables.ts';
import { instruments } from '../quotes/catalogue.ts';
import type { Terms } from '../terms/terms.ts';
import { orderText } from './refused-orders.ts';

type AnyCommand = Command<never, unknown>;

const COMMANDS: readonly AnyCommand[] = [
  ...Object.values(spot),
  ...Object.values(positionCommands),
  ...Object.values(options),
  ...Object.values(exchange),
  ...Object.values(strategy),
  ...Object.values(experience),
  ...[fund.startOrder, fund.cancelOrder],
  ...[recurring.createPlan, recurring.changePlan, recurring.pausePlan, recurring.resumePlan],
  ...[recurring.deletePlan, recurring.fireWith(buyAtMarket), recurring.settleWith(buyAtMarket)],
  ...[transferMoney, grantDemo, payReward],
];

/** None of these tables has a name, an address, a document or any text that somebody typed; a test checks their columns. */
const RECORDED_TABLES = [
  ...[of(gates), of(accountStandings), of(experienceCredits), of(ownLimits), of(ownHistories)],
  ...[of(spotOrders), of(positions), of(houseCovers), of(houseDebts), of(tickets), of(exchangeQuotes)],
  ...[of(strategyClocks), of(fundWeights), of(fundOrders), of(fundUses), of(rewards), of(referralTold)],
  ...[of(recurringPlans), of(recurringPurchases)],
];

/** What the server records. */
export const recordedCommands: RecordedCommands = {
  commands: new Set(COMMANDS.map(({ name }) => name)),
  tables: new Set(RECORDED_TABLES.map(({ name }) => name)),
  orderText,
};

/** The rules of this checkout, under the given terms. */
export function rulesUnder(terms: Pick<Terms, 'instrument' | 'option' | 'exchange'>): Rules {
  const ofTrades = {
    instruments,
    termsAt: terms.instrument.bind(terms),
    stakes: [debtsCreditStakes, optionsCreditStakes],
  };
  const ofOptions = { ...ofTrades, termsAt: terms.option.bind(terms) };
  const ofExchange = { ...ofTrades, termsAt: terms.exchange.bind(terms) };
  return {
    commands: new Map(
      COMMANDS.map((command) => [command.name, command as unknown as Command<unknown, unknown>]),
    ),
    tables: new Map(RECORDED_TABLES.map((table) => [table.name, table])),
    supplied: (name) =>
      name.startsWith('options.') ? ofOptions : name.startsWith('exchange.') ? ofExchange : ofTrades,
  };
}
