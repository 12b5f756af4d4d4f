/** Shows the loading state and the errors of a screen in place of that screen, so that the frame stays usable. */
import type { ReactNode } from 'react';
import { Component, Suspense, useState } from 'react';
import { Screen } from '../parts/screen.tsx';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';
import { BrokenScreen } from './broken-screen.tsx';
import type { LazyScreen } from '../platform/lazy-screen.ts';

type CatcherProps = { readonly onRetry: () => void; readonly children: ReactNode };
type CatcherState = { readonly failure: unknown };

class Catcher extends Component<CatcherProps, CatcherState> {
  override state: CatcherState = { failure: undefined };

  static getDerivedStateFromError(failure: unknown): CatcherState {
    return { failure };
  }

  override render(): ReactNode {
    if (this.state.failure === undefined) return this.props.children;
    return (
      <Screen>
        <BrokenScreen failure={this.state.failure} onRetry={this.props.onRetry} />
      </Screen>
    );
  }
}

export function ScreenBoundary({ screen }: { readonly screen: LazyScreen }) {
  const [attempt, setAttempt] = useState({ count: 0, screen });
  const { Component: Body } = attempt.screen;
  return (
    <Catcher
      key={attempt.count}
      onRetry={() => setAttempt((before) => ({ count: before.count + 1, screen: before.screen.renew() }))}
    >
      <Suspense
        fallback={
          <Screen>
            <SkeletonRows />
          </Screen>
        }
      >
        <Body />
      </Suspense>
    </Catcher>
  );
}
