/** What is read, or that it is on its way, or why it could not be read: the choice between the three is made here alone. */
import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

type Reading = {
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
};

export type AwaitedProps = {
  /** Undefined where nothing of several failed. */
  readonly query: Reading | undefined;
  /** What stands there meanwhile. */
  readonly skeleton: ReactNode;
};

/** Where there is nothing to show yet. */
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
