/** Codes as words: "withdrawal.hold" is "Withdrawal: hold", "not_received" is "Not received". */
import type { caseKinds } from '@candor/protocol/desk/console.ts';

export type CaseKind = (typeof caseKinds)[number];

export const kindWords: Readonly<Record<CaseKind, string>> = {
  kyc: 'Identity',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  leverage: 'Leverage',
  fund_order: 'Fund order',
  loan: 'Loan',
  proposal: 'Proposal',
  chat: 'Message',
};

const KNOWN: Readonly<Record<string, string>> = {
  kyc: 'identity',
  totp: 'authenticator',
  usdt: 'USDT',
};

export function codeWords(code: string): string {
  const spoken = code
    .split('.')
    .map((part) =>
      part
        .split('_')
        .map((word) => KNOWN[word] ?? word)
        .join(' '),
    )
    .join(': ');
  return spoken.charAt(0).toUpperCase() + spoken.slice(1);
}
