/**
 * The sheet that changes a waiting order: its fields, the effect, and one button that explains why it is disabled. A refusal
 * that concerns no field is shown above the fields.
 */
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';

export type AmendSheetProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly notice: string | undefined;
  /** The effect; empty while it is unknown. Its place is kept, so that the fields don't move while the customer types. */
  readonly sentence: string;
  /** The values that do not change. */
  readonly keeps: string;
  readonly confirmLabel: string;
  /** Why nothing can be sent; undefined if it can. */
  readonly reason: string | undefined;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  /** The fields. */
  readonly children: ReactNode;
};

export function AmendSheet(props: AmendSheetProps) {
  const { open, onClose, title, notice, sentence, keeps, confirmLabel, reason, busy, onConfirm } = props;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <Button block needsNetwork busy={busy} reason={reason} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {notice !== undefined && (
          <p role="alert" className="text-sm text-danger">
            {notice}
          </p>
        )}
        {props.children}
        <p className="min-h-25 text-base" aria-live="polite">
          {sentence}
        </p>
        <p className="text-sm text-quiet">{keeps}</p>
      </div>
    </Sheet>
  );
}
