/**
 * The button that withdraws a request after a confirmation. A refusal means that staff have decided the request in the meantime.
 */
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useApi } from '../lib/api.ts';
import { useCommand } from '../lib/use-command.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmSheet } from '../ui/confirm-sheet.tsx';

type TakingBack =
  | 'POST wallet/charge_cancel'
  | 'POST wallet/out_cancel'
  | 'POST lh/loan/cancel'
  | 'POST lh/deposit/cancel';

type Props = {
  readonly call: TakingBack;
  readonly id: string;
  readonly texts: {
    readonly ask: string;
    readonly title: string;
    readonly sentence: string;
    readonly confirm: string;
  };
  readonly facts?: ReactNode;
  readonly onDone?: () => void;
};

export function TakeBack({ call, id, texts, facts, onDone }: Props) {
  const { toastSuccess } = useApi();
  const [asking, setAsking] = useState(false);
  const { send, busy } = useCommand(call);

  async function confirmed(): Promise<void> {
    const answer = await send({ id });
    if (answer === undefined) return;
    setAsking(false);
    if (answer.type !== 'ok') return;
    toastSuccess('cancel_done');
    onDone?.();
  }

  return (
    <div className="px-4 pt-2 pb-4">
      <Button block kind="secondary" onClick={() => setAsking(true)}>
        {texts.ask}
      </Button>
      <ConfirmSheet
        open={asking}
        onClose={() => setAsking(false)}
        title={texts.title}
        sentence={texts.sentence}
        facts={facts}
        confirmLabel={texts.confirm}
        kind="danger"
        busy={busy}
        onConfirm={() => void confirmed()}
      />
    </div>
  );
}
