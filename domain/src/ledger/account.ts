/** The chart of accounts. An amount is what the account gains; every account but custody stays at or above zero. */

/** A customer's accounts, per currency. */
const customerAccounts = [
  'spot',
  'spot_frozen',
  'contract',
  'contract_frozen',
  'option',
  'option_frozen',
  'promo',
  'promo_frozen',
  'fund_principal',
] as const;
export type CustomerAccount = (typeof customerAccounts)[number];

/** House accounts and escrows, per currency. */
const houseAccounts = [
  'inventory',
  'trading',
  'fees',
  'interest',
  'strategy',
  'referral',
  'promotions',
  'insurance',
  'lending',
  'rounding',
  'equity',
  'custody',
  'option_escrow',
  'income_escrow',
] as const;
export type HouseAccount = (typeof houseAccounts)[number];

export type Account = CustomerAccount | HouseAccount;

const house: ReadonlySet<string> = new Set(houseAccounts);

/** Whether an account is a house account, not a customer's. */
export function isHouseAccount(account: Account): account is HouseAccount {
  return house.has(account);
}
