/** The evidence for a custody statement: either the hash of a bank's document, or an address with a signature by its key. */
import { signerOf } from '../../identity/wallet/wallet-address.ts';

const BANK = /^sha256:[0-9a-f]{64}$/;
const ADDRESS = /^address:(0x[0-9a-fA-F]{40}):(0x[0-9a-fA-F]{130})$/;

/** The text that the key of an address signs (EIP-191). Its fixed wording prevents the signature from proving anything else. */
function custodyText(currency: string, address: string, asOfSeconds: number): string {
  return `candor-custody-v1|${currency}|${address}|${asOfSeconds}`;
}

export function isEvidence(
  evidence: string,
  { currency, asOfSeconds }: { readonly currency: string; readonly asOfSeconds: number },
): boolean {
  const [, address, signature] = ADDRESS.exec(evidence) ?? [];
  if (address === undefined || signature === undefined) return BANK.test(evidence);
  return signerOf(custodyText(currency, address, asOfSeconds), signature) === address.toLowerCase();
}
