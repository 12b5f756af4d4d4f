/** Groups of journal kinds, by which customers filter records. */
import type { CallOutput } from '@candor/protocol/calls.ts';

export type RecordGroup = CallOutput<'POST wallet/detail'>['items'][number]['group'];

/**
 * The group of every journal kind that can affect a customer's account. A test compares this list with the ledger's templates.
 */
const GROUPS: Readonly<Record<string, RecordGroup>> = {
  deposit: 'deposit',
  withdrawal_hold: 'withdrawal',
  withdrawal_release: 'withdrawal',
  withdrawal_pay: 'withdrawal',
  transfer: 'transfer',
  exchange: 'exchange',
  spot_buy: 'spot',
  spot_sell: 'spot',
  spot_convert: 'spot',
  spot_hold: 'spot',
  spot_release: 'spot',
  spot_fill: 'spot',
  contract_hold: 'leverage',
  contract_release: 'leverage',
  contract_open: 'leverage',
  contract_fill: 'leverage',
  contract_margin: 'leverage',
  contract_close: 'leverage',
  debt_payment: 'leverage',
  option_stake: 'option',
  option_win: 'option',
  option_loss: 'option',
  option_return: 'option',
  fund_join: 'fund',
  fund_refund: 'fund',
  fund_income: 'fund',
  fund_maturity: 'fund',
  fund_terminate: 'fund',
  referral_pay: 'referral',
  loan_disburse: 'loan',
  loan_repay: 'loan',
  loan_return: 'loan',
  experience_convert: 'credit',
  experience_expire: 'credit',
  experience_keep: 'credit',
  promotion_grant: 'credit',
  manual_correction: 'correction',
  demo_grant: 'demo',
  start_over: 'demo',
  account_close: 'demo',
};

export function groupOf(kind: string): RecordGroup {
  const group = GROUPS[kind];
  if (group === undefined) throw new Error(`expected a group for journals of kind ${kind}, found none`);
  return group;
}

export function kindsOf(group: RecordGroup): string[] {
  return Object.keys(GROUPS).filter((kind) => GROUPS[kind] === group);
}

/** The kinds of journals that freeze an amount or release it again. */
export function holdKinds(): string[] {
  return Object.keys(GROUPS).filter((kind) => /_(?:hold|release)$/.test(kind));
}
