/** The request in progress, or the final state of the last request until the customer dismisses it. */
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Section } from './section.tsx';

type Props = {
  readonly title: string;
  readonly open: boolean;
  /** The reason why no second request is possible meanwhile, and the label of the button that dismisses the final state. */
  readonly oneAtATime: string;
  readonly another: string;
  readonly onDismiss: () => void;
  readonly children: ReactNode;
};

export function InFlight({ title, open, oneAtATime, another, onDismiss, children }: Props) {
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
          <Button block kind="secondary" onClick={onDismiss}>
            {another}
          </Button>
        </div>
      )}
    </>
  );
}
