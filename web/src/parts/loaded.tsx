/** Shows loaded data, a skeleton while loading, or an error, so that screens need not distinguish the three cases. */
import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

type Reading = {
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
};

export type AwaitedProps = {
  readonly query: Reading | undefined;
  readonly skeleton: ReactNode;
};

/** Shown while there is no data. */
export function Awaited({ query, skeleton }: AwaitedProps) {
  return query?.isError === true ? (
    <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    skeleton
  );
}

export type LoadedProps<Data> = {
  readonly query: Reading & { readonly data: Data | undefined };
  readonly skeleton: ReactNode;
  readonly children: (data: Data) => ReactNode;
};

export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>) {
  const { data } = query;
  return data === undefined ? <Awaited query={query} skeleton={skeleton} /> : children(data);
}
