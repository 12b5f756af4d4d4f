/** Parses the request for a key, and formats keys and pending orders for display. */
import { formatAmount, fromNumeric, parseAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';
import type { KeyScope } from '@candor/protocol/api-keys/schemas.ts';
import { readNetwork } from '../../identity/api-keys/networks.ts';
import { isPublicKey } from '../../identity/api-keys/signature.ts';
import { ANY_SYMBOL, wordsOf } from '../../identity/api-keys/tables.ts';
import type { NewKey } from './commands.ts';
import type { ListedKey, Waits } from './store.ts';

type Wanted = Omit<NewKey, 'code' | 'sealed' | 'proofHash'>;
type Problem = 'parameter_wrong' | 'parameter_missing' | 'pair_not_found' | 'amount_wrong';

const wrong = (field: string) => refuse('parameter_wrong', { field, params: { field } });
const seconds = (ms: string | number): number => Math.floor(Number(ms) / 1000);

export function readWanted(
  body: CallInput<'POST api_keys/create'>,
  isOffered: (symbol: string) => boolean,
): Outcome<Wanted, Problem> {
  const { name, kind, public_key: given, scopes, symbols, networks, days } = body;
  const publicKey = given === undefined ? undefined : Buffer.from(given, 'base64');
  if (kind === 'ed25519' && publicKey === undefined)
    return refuse('parameter_missing', { field: 'public_key', params: { field: 'public_key' } });
  if ((kind === 'hmac-sha256') !== (publicKey === undefined)) return wrong('public_key');
  if (publicKey !== undefined && !isPublicKey(publicKey)) return wrong('public_key');
  if (name.trim() === '') return wrong('name');
  if (new Set(scopes).size !== scopes.length) return wrong('scopes');
  if (symbols.some((symbol) => !isOffered(symbol))) return refuse('pair_not_found', { field: 'symbols' });
  if (networks.some((network) => readNetwork(network) === undefined)) return wrong('networks');
  const amounts = readAmounts(body);
  if (!amounts.ok) return amounts;
  return ok({
    ...{ name: name.trim(), kind, days, ...amounts.value },
    publicKey: publicKey?.toString('hex') ?? null,
    scopes: scopes.toSorted().join(' '),
    symbols: symbols.length === 0 ? ANY_SYMBOL : [...new Set(symbols)].join(' '),
    networks: [...new Set(networks)].join(' '),
  });
}

function readAmounts({
  order_max,
  loss_max,
  ask_above,
}: CallInput<'POST api_keys/create'>): Outcome<
  { readonly orderMax: Amount; readonly lossMax: Amount; readonly askAbove: Amount | null },
  'amount_wrong'
> {
  const [orderMax, lossMax] = [parseAmount(order_max), parseAmount(loss_max)];
  if (orderMax === undefined || orderMax <= 0n) return refuse('amount_wrong', { field: 'order_max' });
  if (lossMax === undefined || lossMax <= 0n) return refuse('amount_wrong', { field: 'loss_max' });
  const askAbove = ask_above === undefined ? null : parseAmount(ask_above);
  if (askAbove === undefined) return refuse('amount_wrong', { field: 'ask_above' });
  return ok({ orderMax, lossMax, askAbove });
}

type KeyView = CallOutput<'GET api_keys'>['items'][number];

export function keyView(key: ListedKey): KeyView {
  const shown = (numeric: string): string => formatAmount(fromNumeric(numeric));
  return {
    ...{ id: key.id, name: key.name, kind: key.kind, key: key.code },
    scopes: wordsOf(key.scopes) as KeyScope[],
    symbols: key.symbols === ANY_SYMBOL ? [] : wordsOf(key.symbols),
    order_max: shown(key.order_max),
    loss_max: shown(key.loss_max),
    ask_above: key.ask_above === null ? null : shown(key.ask_above),
    networks: wordsOf(key.networks),
    created_at: seconds(key.created_ms),
    expires_at: seconds(key.expires_ms),
    revoked_at: key.revoked_ms === null ? null : seconds(key.revoked_ms),
    used_at: key.used_ms === null ? null : seconds(key.used_ms),
    used_from: key.address,
    lost_today: shown(key.loss),
  };
}

const TYPES = ['market', 'limit', 'stop', 'stop_limit', 'oco', 'trailing_stop'] as const;
type WaitingView = CallOutput<'GET api_keys/waiting'>['items'][number];

export function waitingView({
  id,
  keyName,
  symbol,
  request,
  size,
  createdMs,
  expiresMs,
}: Waits): WaitingView {
  const said = (name: string): string | null => {
    const amount = parseAmount(request[name]);
    return amount === undefined ? null : formatAmount(amount);
  };
  const { side, type, trailing_bps: trailingBps, amends } = request;
  const levels = ['trailing', 'take_profit', 'stop_loss'] as const;
  return {
    ...{ id: id.toString(), key_name: keyName, symbol },
    side: side === 'buy' || side === 'sell' ? side : 'convert',
    type: TYPES.find((one) => one === type) ?? 'market',
    ...{ quantity: said('quantity'), amount: said('amount') },
    // A market order may carry the price that the program displayed; that price is not a limit.
    price: type === 'market' || type === undefined ? null : said('price'),
    stop_price: said('stop_price'),
    ...Object.fromEntries(levels.flatMap((name) => (said(name) === null ? [] : [[name, said(name)]]))),
    ...(typeof trailingBps === 'number' ? { trailing_bps: trailingBps } : {}),
    ...(typeof amends === 'string' ? { amends } : {}),
    size: formatAmount(size),
    created_at: seconds(createdMs),
    expires_at: seconds(expiresMs),
  };
}
