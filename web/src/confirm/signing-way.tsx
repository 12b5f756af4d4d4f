/**
 * Confirmation by a signature of the device or the wallet: an explanation, the button that requests the signature, and the
 * reason if it fails.
 */
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import type { Given } from './asking.ts';
import type { WayProps } from './confirmation-sheet.tsx';

export type SigningWayProps = WayProps & {
  readonly text: string;
  readonly label: string;
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
