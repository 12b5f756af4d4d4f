/** The draft of a new API key, and the request made from it. */
import type { CallRequest } from '@candor/protocol/calls.ts';
import { finishedDecimal } from '../../ui/keypad-typing.ts';
import type { TextKey } from '../../lib/use-field-errors.ts';

export const empty = {
  name: '',
  kind: 'hmac-sha256',
  publicKey: '',
  scope: 'trade',
  symbols: '',
  orderMax: '1000',
  lossMax: '100',
  askAbove: '',
  networks: '',
  days: '90',
};
export type KeyDraft = typeof empty;
/** The names of the fields in the request. */
export const fields = [
  'name',
  'public_key',
  'symbols',
  'order_max',
  'loss_max',
  'ask_above',
  'networks',
] as const;
export type Field = (typeof fields)[number];

const words = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '');

const SYMBOL = /^[A-Z]{3,5}\/[A-Z]{3,5}$/;
const NETWORK = /^[0-9a-fA-F:.]{2,45}(\/\d{1,3})?$/;
const PUBLIC_KEY = /^[A-Za-z0-9+/]{43}=$/;

export function problemsOf(draft: KeyDraft): { readonly [Name in Field]?: TextKey | undefined } {
  const positive = (text: string) => /[1-9]/.test(text);
  return {
    name: draft.name.trim() === '' ? 'apiKeys.problem.name' : undefined,
    public_key:
      draft.kind === 'ed25519' && !PUBLIC_KEY.test(draft.publicKey.trim())
        ? 'apiKeys.problem.publicKey'
        : undefined,
    symbols: symbolsOf(draft).every((one) => SYMBOL.test(one)) ? undefined : 'apiKeys.problem.symbols',
    order_max: positive(draft.orderMax) ? undefined : 'apiKeys.problem.amount',
    loss_max: positive(draft.lossMax) ? undefined : 'apiKeys.problem.amount',
    networks: words(draft.networks).every((one) => NETWORK.test(one))
      ? undefined
      : 'apiKeys.problem.networks',
  };
}

const symbolsOf = (draft: KeyDraft): string[] => words(draft.symbols.toUpperCase());

type Request = CallRequest<'POST api_keys/create'>;

export function requestOf(draft: KeyDraft): Request {
  const isEd25519 = draft.kind === 'ed25519';
  return {
    name: draft.name.trim(),
    kind: isEd25519 ? 'ed25519' : 'hmac-sha256',
    ...(isEd25519 ? { public_key: draft.publicKey.trim() } : {}),
    scopes: draft.scope === 'trade' ? ['read', 'trade'] : ['read'],
    symbols: symbolsOf(draft),
    order_max: finishedDecimal(draft.orderMax),
    loss_max: finishedDecimal(draft.lossMax),
    ...(draft.askAbove === '' ? {} : { ask_above: finishedDecimal(draft.askAbove) }),
    networks: words(draft.networks),
    days: Number(draft.days),
  };
}
