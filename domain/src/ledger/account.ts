/** The chart of accounts. A positive amount is a gain of the account. Every account except custody stays at or above zero. */

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

export function isHouseAccount(account: Account): account is HouseAccount {
  return house.has(account);
}
