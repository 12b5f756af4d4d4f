/** The choice of a deposit method, and the checks of a deposit before it is submitted. Pure. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, formatAmount, ONE, parseAmount } from '@candor/domain/money/amount.ts';
import { valueReceived } from '@candor/domain/money/rounding.ts';
import type { CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import { finishedDecimal } from '../../ui/keypad-typing.ts';

export type Ways = CallOutput<'POST wallet/get_in_address'>;
export type Way = Ways['ways'][number];

export type WayDraft = { readonly currency: string; readonly network: string };

/** Returns each currency once, the most used first. */
export function currenciesOf(ways: readonly Way[]): readonly string[] {
  const all = new Set(ways.map((way) => way.currency));
  return [...all].sort((a, b) => Number(b === 'USDT') - Number(a === 'USDT'));
}

/** Returns the deposit methods of a currency: one for each network, or only the wire. */
export function waysOf(ways: readonly Way[], currency: string): readonly Way[] {
  return ways.filter((way) => way.currency === currency);
}

/** Returns the chosen method, or the currency's only method. */
export function chosenWay(ways: readonly Way[], { currency, network }: WayDraft): Way | undefined {
  const own = waysOf(ways, currency);
  return own.find((way) => way.network === network) ?? (own.length === 1 ? own[0] : undefined);
}

/** The format of a blockchain's transaction id. A bank's reference may have any format. */
const TRANSACTION = /^(0x)?[0-9a-f]{64}$/i;

export const emptyProof = { amount: '', voucher: '', reference: '' };
export type ProofDraft = typeof emptyProof;
export type ProofField = keyof ProofDraft;
export const proofFields = Object.keys(emptyProof) as readonly ProofField[];

export type ProofView = {
  readonly problem: 'amount_missing' | 'out_of_range' | undefined;
  /** Whether the reference can't be a transaction id of the blockchain. */
  readonly isReferenceWrong: boolean;
  readonly credited: Amount | undefined;
  readonly request: CallRequest<'POST wallet/charge_req'> | undefined;
};

export function readProof(draft: ProofDraft, way: Way): ProofView {
  const typed = parseAmount(finishedDecimal(draft.amount)) ?? 0n;
  const isInRange = typed >= amount(way.min) && typed <= amount(way.max);
  const problem = typed === 0n ? 'amount_missing' : isInRange ? undefined : 'out_of_range';
  const reference = draft.reference.trim();
  const isReferenceWrong = way.network !== 'wire' && reference !== '' && !TRANSACTION.test(reference);
  return {
    problem,
    isReferenceWrong,
    credited: way.rate === null || typed === 0n ? undefined : valueReceived(typed, amount(way.rate)),
    request:
      problem === undefined && !isReferenceWrong && draft.voucher !== ''
        ? {
            currency: way.currency,
            network: way.network,
            amount: formatAmount(typed),
            voucher: draft.voucher,
            ...(reference !== '' && { reference }),
          }
        : undefined,
  };
}

export const oneUnit = formatAmount(ONE);
