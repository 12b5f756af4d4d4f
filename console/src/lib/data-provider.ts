/**
 * Reads lists for the admin library with calls of the operators' call table. It does not write: every change is a decision
 * with a reason, made on the page of the case.
 */
import { payloadOf } from '@candor/client/answers.ts';
import type { AppState } from '@candor/client/app-state.ts';
import type { ConsoleCallName } from '@candor/protocol/console/console-calls.ts';
import type { DataProvider, GetListParams } from 'react-admin';
import { createApi } from './api.ts';
import type { Client } from './client.ts';
import { Cursors } from './cursors.ts';

type Row = Readonly<Record<string, unknown>>;
type ListCall = {
  readonly list: Extract<ConsoleCallName, `GET ${string}`>;
  /**
   * A case is identified by the customer's number and the case's number, because the numbers of cases start at 1 for each
   * customer.
   */
  readonly idOf: (row: Row) => string;
};

const caseId = (row: Row) => `${String(row['customer'])}-${String(row['id'])}`;

export const listCalls = {
  customers: { list: 'GET customers', idOf: (row) => String(row['id']) },
  deposits: { list: 'GET deposits', idOf: caseId },
  withdrawals: { list: 'GET withdrawals', idOf: caseId },
  fund_orders: { list: 'GET fund_orders', idOf: caseId },
  loans: { list: 'GET loans', idOf: caseId },
  proposals: { list: 'GET proposals', idOf: caseId },
  audit: { list: 'GET audit', idOf: (row) => String(row['seq']) },
} as const satisfies Record<string, ListCall>;

const ROWS_USUAL = 50;

type Deps = { readonly call: Client; readonly cursors: Cursors };

async function getList({ call, cursors }: Deps, resource: string, params: GetListParams) {
  const known = Object.entries(listCalls).find(([name]) => name === resource)?.[1];
  if (known === undefined) throw new Error(`expected the name of a list, found ${resource}`);
  const { page, perPage } = params.pagination ?? { page: 1, perPage: ROWS_USUAL };
  const filter = given(params.filter as Row | undefined);
  const name = JSON.stringify([resource, perPage, filter]);
  const read = await cursors.read<Row>(name, page, async (cursor) => {
    const input = { ...filter, limit: perPage, ...(cursor === undefined ? {} : { cursor }) };
    return payloadOf(await call(known.list, input, params.signal));
  });
  return {
    data: read.items.map((row) => Object.assign({}, row, { id: known.idOf(row), number: row['id'] })),
    pageInfo: { hasNextPage: read.next !== null, hasPreviousPage: page > 1 },
  };
}

function given(filter: Row | undefined): Row {
  return Object.fromEntries(
    Object.entries(filter ?? {}).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}

function not(what: string): () => Promise<never> {
  return () => Promise.reject(new Error(`expected a list to be read, found a call to ${what}`));
}

export function createDataProvider(app: AppState): DataProvider {
  const deps = { call: app.of(createApi).call, cursors: new Cursors() };
  return {
    supportAbortSignal: true,
    getList: ((resource, params) => getList(deps, resource, params)) as DataProvider['getList'],
    getOne: not('read single records through the library'),
    getMany: not('read records by their numbers'),
    getManyReference: not('read referenced records'),
    create: not('create records'),
    update: not('update records'),
    updateMany: not('update records'),
    delete: not('delete records'),
    deleteMany: not('delete records'),
  };
}
