/**
 * The commands that are decided again: everything that trades, pays or charges by rule, and deposits, withdrawals and loans with
 * pseudonyms. Of all others the records have the effects alone (docs/re-execution.md).
 */
import type { RecordedCommands } from '../commands/batch-notes.ts';
import { of } from '../commands/command.ts';
import type { Command } from '../commands/command.ts';
import type { Rules } from '../commands/replay.ts';
import * as deposits from '../features/deposits/commands.ts';
import { deposits as depositRows, lately as depositsLately } from '../features/deposits/tables.ts';
import * as exchange from '../features/exchange/commands.ts';
import { exchangeQuotes } from '../features/exchange/tables.ts';
import * as experience from '../features/experience/commands.ts';
import * as fund from '../features/fund/commands.ts';
import { fundOrders, fundUses } from '../features/fund/tables.ts';
import * as loans from '../features/loans/commands.ts';
import { scoreNeed } from '../features/loans/score.ts';
import { loans as loanRows } from '../features/loans/tables.ts';
import * as options from '../features/options/commands.ts';
import { tickets } from '../features/options/tables.ts';
import { optionsCreditStakes } from '../features/options/triggers.ts';
import * as recurring from '../features/recurring/commands.ts';
import { recurringPlans, recurringPurchases } from '../features/recurring/tables.ts';
import * as proposals from '../features/proposals/commands.ts';
import { proposals as proposalRows } from '../features/proposals/tables.ts';
import { payReward } from '../features/referral/commands.ts';
import { referralTold, rewards } from '../features/referral/tables.ts';
import * as spot from '../features/spot/commands.ts';
import { buyAtMarket } from '../features/spot/purchase.ts';
import { spotOrders } from '../features/spot/tables.ts';
import * as strategy from '../features/strategy/commands.ts';
import { decideReport, reportingNeeds } from '../features/strategy/reporting.ts';
import { fundWeights, strategyClocks } from '../features/strategy/tables.ts';
import { transferMoney } from '../features/transfers/handlers.ts';
import { grantDemo } from '../features/wallets/grant.ts';
import * as withdrawals from '../features/withdrawals/commands.ts';
import { failings } from '../features/withdrawals/failing.ts';
import { payouts } from '../features/withdrawals/payout/rows.ts';
import {
  lately as withdrawalsLately,
  withdrawals as withdrawalRows,
} from '../features/withdrawals/tables.ts';
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
import { withdrawalAddresses } from '../payments/withdrawal-addresses.ts';
import * as positionCommands from '../positions/commands.ts';
import { houseCovers, promisedRow } from '../positions/cover.ts';
import { debtsCreditStakes, houseDebts } from '../positions/debts.ts';
import { positions } from '../positions/tables.ts';
import { instruments } from '../quotes/catalogue.ts';
import type { Terms } from '../terms/terms.ts';
import { everywhereCommands, everywhereTables } from './orders-everywhere.ts';
import { orderText } from './refused-orders.ts';

type AnyCommand = Command<never, unknown>;

const OWN_COMMANDS: readonly AnyCommand[] = [
  ...Object.values(spot),
  ...Object.values(positionCommands),
  ...Object.values(options),
  ...Object.values(exchange),
  ...Object.values(strategy),
  ...Object.values(experience),
  ...[fund.joinFund, fund.startOrder, fund.cancelOrder, fund.reviewOrder],
  ...[recurring.createPlan, recurring.changePlan, recurring.pausePlan, recurring.resumePlan],
  ...[recurring.deletePlan, recurring.pauseForHouse],
  ...everywhereCommands,
  ...[recurring.fireWith(buyAtMarket), recurring.settleWith(buyAtMarket)],
  ...[transferMoney, grantDemo, payReward],
  ...[withdrawals.cancelWithdrawal, withdrawals.reviewWithdrawal, withdrawals.settleWithdrawal],
  ...[deposits.cancelDeposit, deposits.reviewDeposit],
  ...[loans.cancelLoan, loans.repayLoan, loans.fireLoan],
  ...[proposals.makeProposal, proposals.decideProposal],
];

/** Each of them as an API key requests it too, whichever of their calls keys may make. */
const COMMANDS: readonly AnyCommand[] = [
  ...OWN_COMMANDS,
  ...OWN_COMMANDS.map((command): AnyCommand => withinMandate(command)),
];

/** Commands that get published terms from the process that runs them. */
const UNDER_TERMS = ['withdrawals.request', 'deposits.request', 'loans.apply', 'loans.review'] as const;

/** What says who somebody is in these tables is personal (`Field.personal`); a test checks their columns. */
export const RECORDED_TABLES = [
  ...[
    of(gates),
    of(mandates),
    of(openKeyOrders),
    of(accountStandings),
    of(experienceCredits),
    of(ownLimits),
    of(ownHistories),
  ],
  ...[of(spotOrders), of(positions), of(houseCovers), of(houseDebts), of(tickets), of(exchangeQuotes)],
  ...everywhereTables,
  ...[of(strategyClocks), of(fundWeights), of(fundOrders), of(fundUses), of(rewards), of(referralTold)],
  ...[of(recurringPlans), of(recurringPurchases), of(withdrawalRows), of(withdrawalAddresses), of(failings)],
  ...[of(payouts), of(withdrawalsLately), of(depositRows), of(depositsLately), of(loanRows)],
  ...[tieNeed.table, dutyNeed.table, capNeed.table, booksNeed.table, scoreNeed.table],
  ...[of(proposalRows), promisedRow.table, capitalStandingRow.table],
];

/** What the server records. */
export const recordedCommands: Omit<RecordedCommands, 'pseudonym'> = {
  commands: new Set([...COMMANDS.map(({ name }) => name), ...UNDER_TERMS]),
  tables: new Set(RECORDED_TABLES.map(({ name }) => name)),
  orderText,
};

/** The rules of this checkout, under the given terms. */
export function rulesUnder(
  terms: Pick<Terms, 'instrument' | 'option' | 'exchange' | 'withdrawal' | 'deposit' | 'loan' | 'manual'>,
): Rules {
  const underTerms: Record<(typeof UNDER_TERMS)[number], unknown> = {
    'withdrawals.request': withdrawals.requestWithdrawal(terms),
    'deposits.request': deposits.requestDeposit(terms),
    'loans.apply': loans.applyForLoan(terms),
    'loans.review': loans.reviewLoan(terms),
  };
  const ofTrades = {
    instruments,
    termsAt: terms.instrument.bind(terms),
    stakes: [debtsCreditStakes, optionsCreditStakes],
  };
  const ofOptions = { ...ofTrades, termsAt: terms.option.bind(terms) };
  const ofExchange = { ...ofTrades, termsAt: terms.exchange.bind(terms) };
  const ofProposals = {
    terms: { manual: terms.manual.bind(terms) },
    reporting: { needs: reportingNeeds, decide: decideReport },
  };
  return {
    commands: new Map(
      [...COMMANDS, ...(Object.values(underTerms) as AnyCommand[])].map((command) => [
        command.name,
        command as unknown as Command<unknown, unknown>,
      ]),
    ),
    tables: new Map(RECORDED_TABLES.map((table) => [table.name, table])),
    supplied: (name) => {
      if (name.startsWith('proposals.')) return ofProposals;
      if (name.startsWith('options.')) return ofOptions;
      return name.startsWith('exchange.') ? ofExchange : ofTrades;
    },
  };
}
