/** The receipts of this device's orders: kept until they were found in the public log, and reported if they are not there in time. */
import { readStored, writeStored } from '@candor/client/stored.ts';
import { finding } from '@candor/verifier/findings.ts';
import type { Finding } from '@candor/verifier/findings.ts';
import { api } from '../lib/api.ts';
import { withContradictions } from './kept-state.ts';
import { changeKept, keptNow } from './kept-store.ts';
import { lookUpInLog } from './log-keeping.ts';

const STORAGE_KEY = 'candor.receipts';
/** The maximum number of receipts that wait, of about a kilobyte each. */
const WAITING_MAX = 50;

type KeptReceipt = { readonly text: string; readonly receipt: string };

function waitingReceipts(): readonly KeptReceipt[] {
  const stored = readStored('localStorage', STORAGE_KEY);
  if (!Array.isArray(stored)) return [];
  return (stored as Partial<KeptReceipt>[]).filter(
    (one): one is KeptReceipt => typeof one?.text === 'string' && typeof one.receipt === 'string',
  );
}

export function keepReceipt(text: string, receipt: string): void {
  writeStored('localStorage', STORAGE_KEY, [...waitingReceipts(), { text, receipt }].slice(-WAITING_MAX));
}

/** Deletes all receipts, because a demo that was reset has another log. */
export function forgetReceipts(): void {
  writeStored('localStorage', STORAGE_KEY, undefined);
}

/** Looks for the waiting receipts in the log. Those that are there, or contradicted, wait no longer. */
export async function checkReceipts(): Promise<void> {
  for (const one of waitingReceipts()) {
    // oxlint-disable-next-line no-await-in-loop
    const verdict = await check(one);
    if (verdict === 'waits') continue;
    const left = waitingReceipts().filter(({ receipt }) => receipt !== one.receipt);
    writeStored('localStorage', STORAGE_KEY, left);
    if (verdict === 'logged') continue;
    const nowSeconds = Math.floor(Date.now() / 1000);
    changeKept((state) => withContradictions(state, { symbol: '', findings: [verdict] }, nowSeconds));
  }
}

async function check({ text, receipt: header }: KeptReceipt): Promise<'logged' | 'waits' | Finding> {
  const [{ checkReceipt }, { readBatch, readReceiptHeader }, { isSignedBy }] = await Promise.all([
    import('@candor/verifier/receipt/check-receipt.ts'),
    import('@candor/verifier/receipt/texts.ts'),
    import('@candor/verifier/crypto.ts'),
  ]);
  const receipt = readReceiptHeader(header);
  const batch = receipt && readBatch(receipt.text);
  if (receipt === undefined || batch === undefined) return finding('receipt_invalid');
  const { publicKey: platformKey } = keptNow();
  // The key is kept at the first check of a tape.
  if (platformKey === undefined) return 'waits';
  const given = { receipt, order: text, platformKey, verify: isSignedBy };
  if (checkReceipt(given).length > 0) return finding('receipt_invalid');
  const found = await api('GET receipts/batch', { number: String(batch.number) }, { quiet: true });
  const index = found.type === 'ok' ? found.message.index : null;
  const looked = await lookUpInLog(receipt.text, index);
  if (looked === undefined) return 'waits';
  if (looked === 'logged') return 'logged';
  return checkReceipt({ ...given, absentMs: looked.absentMs }).length > 0
    ? finding('receipt_unlogged', null, { time: String(batch.atMs) })
    : 'waits';
}
