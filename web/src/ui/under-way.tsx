/** The single request in progress; after it has ended, its final state until dismissed. */
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Section } from './section.tsx';

type Props = {
  readonly title: string;
  readonly open: boolean;
  /** Why there can be no second one while it is open, and the button that dismisses it afterwards. */
  readonly oneAtATime: string;
  readonly another: string;
  readonly onPutAway: () => void;
  readonly children: ReactNode;
};

export function InFlight({ title, open, oneAtATime, another, onPutAway, children }: Props) {
  return (
    <>
      <h2 className="gutter pt-5 text-lg font-semibold">{title}</h2>
      <Section>
        <div className="px-4">{children}</div>
      </Section>
      {open ? (
        <p className="gutter pt-3 text-sm text-quiet">{oneAtATime}</p>
      ) : (
        <div className="gutter pt-4">
          <Button block kind="secondary" onClick={onPutAway}>
            {another}
          </Button>
        </div>
      )}
    </>
  );
}
