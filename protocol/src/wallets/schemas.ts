/** A customer's balances, and the records that explain them. */
import * as v from 'valibot';
import { cursor, decimalOut, limitIn, periodIn, seconds, seqIn, text } from '../fields.ts';
import { ownAccounts, recordGroups } from './record-kinds.ts';

const pocket = v.object({ available: decimalOut, frozen: decimalOut });

const wallet = v.object({
  currency: v.string(),
  spot: pocket,
  contract: pocket,
  option: pocket,
  /** Experience credit; USDT only. */
  experience: v.optional(pocket),
  /** Money in the fund, frozen until it is returned; USDT only. */
  fund: v.optional(pocket),
  /** The platform's debts that are not paid out yet: published income of the fund, referral rewards, closings; USDT only. */
  due: v.optional(decimalOut),
  /** The customer's debts on loans at this moment, with interest and fees; USDT only. */
  loans: v.optional(decimalOut),
  /** The value of the total in USDT, at the current bid. */
  value_usdt: decimalOut,
});
export const wallets = v.array(wallet);

const account = v.picklist(ownAccounts);

export const walletInput = v.object({ currency: text(12) });
export const walletInfo = v.object({
  ...wallet.entries,
  /** The purpose of each frozen amount, such as "withdrawal:123". The sum is the frozen amount. */
  frozen_by: v.array(
    v.object({
      ref: v.string(),
      account,
      amount: decimalOut,
      /** The instrument of the order, position or ticket. */
      symbol: v.nullable(v.string()),
    }),
  ),
});

export const recordsInput = v.object({
  currency: v.optional(text(12)),
  account: v.optional(account),
  group: v.optional(v.picklist(recordGroups)),
  ...periodIn,
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
const change = v.object({
  account,
  /** Whether this is the frozen part of the account. */
  frozen: v.boolean(),
  currency: v.string(),
  amount: decimalOut,
});
const record = {
  seq: v.number(),
  kind: v.string(),
  group: v.picklist(recordGroups),
  /** The item for which the journal was written, for example "spot_order:4711". */
  ref: v.string(),
  time: seconds,
};
export const records = v.object({
  items: v.array(v.object({ ...record, changes: v.array(change) })),
  next: v.nullable(cursor),
});
export const journalInput = v.object({ seq: seqIn });
/** A complete journal, including the house's side, so that anybody can check that it sums to zero. */
export const journalOutput = v.object({
  ...record,
  postings: v.array(
    v.object({ account: v.string(), own: v.boolean(), currency: v.string(), amount: decimalOut }),
  ),
  /** The instrument, if any. */
  symbol: v.nullable(v.string()),
  /** The reason of a manual journal, which two operators approved; null for other journals. */
  reason: v.nullable(v.string()),
});

export const valueHistoryInput = v.object({ days: v.optional(limitIn) });
/** The total value in USDT at the end of each day, followed by the current one; oldest first. */
export const valueHistory = v.array(v.object({ time: seconds, value_usdt: decimalOut }));

/** The sources of income, in display order. */
export const incomeSources = ['options', 'contracts', 'forex', 'fund', 'referral', 'credit'] as const;

export const accumulated = v.object({
  today: decimalOut,
  total: decimalOut,
  sources: v.array(
    v.object({
      source: v.picklist(incomeSources),
      today: decimalOut,
      total: decimalOut,
    }),
  ),
});

/** The customer's ledger as a plain-text accounting file. */
export const ledgerText = v.object({ text: v.string() });
