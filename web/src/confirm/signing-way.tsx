/** A way that the device or the wallet answers itself: a sentence, a button that asks it, and what came instead of a signature. */
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import type { Given } from './asking.ts';
import type { WayProps } from './confirmation-sheet.tsx';

export type SigningWayProps = WayProps & {
  readonly text: string;
  readonly label: string;
  /** Asks for the signature; a text says why there is none. */
  readonly sign: () => Promise<Given | string>;
};

export function SigningWay({ question, wrong, text, label, sign }: SigningWayProps) {
  const [waiting, setWaiting] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function start(): Promise<void> {
    setWaiting(true);
    setFailure(undefined);
    try {
      const signed = await sign();
      if (typeof signed === 'string') setFailure(signed);
      else question.answer(signed);
    } finally {
      setWaiting(false);
    }
  }

  const error = failure ?? wrong;
  return (
    <div className="space-y-4">
      <p className="text-sm text-soft">{text}</p>
      {error !== undefined && error !== '' && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      <Button block busy={waiting || question.busy} onClick={() => void start()}>
        {label}
      </Button>
    </div>
  );
}
