/** The unmodified clients with only their addresses changed and, for one of them, its timeout. */
import { Spot as Connector } from '@binance/connector';
import { Spot } from '@binance/spot';
import ccxt from 'ccxt';

export type Keys = { readonly apiKey: string; readonly secret: string };
const NO_KEYS: Keys = { apiKey: '', secret: '' };

type Urls = { api: Record<string, unknown> & { ws: Record<string, unknown> } };

export function ccxtClient(origin: string, keys: Keys = NO_KEYS) {
  const exchange = new ccxt.pro.binance({ ...keys });
  const base = `${origin}/compat/binance`;
  const sockets = base.replace(/^http/, 'ws');
  const { api } = exchange.urls as unknown as Urls;
  Object.assign(api, {
    public: `${base}/api/v3`,
    private: `${base}/api/v3`,
    v1: `${base}/api/v1`,
    sapi: `${base}/sapi/v1`,
    sapiV2: `${base}/sapi/v2`,
    sapiV3: `${base}/sapi/v3`,
    fapiPublic: `${base}/fapi/v1`,
    dapiPublic: `${base}/dapi/v1`,
  });
  Object.assign(api.ws, { spot: `${sockets}/ws`, 'ws-api': { spot: `${sockets}/ws-api/v3` } });
  return exchange;
}

/** @binance/spot gives up after a second, which a busy machine may need for an answer. */
const PATIENCE_MS = 20_000;

export function spotClient(origin: string, { apiKey, secret }: Keys = NO_KEYS) {
  const base = `${origin}/compat/binance`;
  const sockets = base.replace(/^http/, 'ws');
  return new Spot({
    configurationRestAPI: { apiKey, apiSecret: secret, basePath: base, timeout: PATIENCE_MS },
    configurationWebsocketStreams: { wsURL: sockets },
    configurationWebsocketAPI: {
      ...{ apiKey, apiSecret: secret, wsURL: `${sockets}/ws-api/v3`, timeout: PATIENCE_MS },
    },
  });
}

export function connectorClient(origin: string, { apiKey, secret }: Keys = NO_KEYS): Connector {
  return new Connector(apiKey, secret, { baseURL: `${origin}/compat/binance` });
}
