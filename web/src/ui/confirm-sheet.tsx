/** The confirmation of a consequential action: a description of its effect, the facts, and one button. */
import type { ReactNode } from 'react';
import type { ButtonKind } from './button.tsx';
import { Button } from './button.tsx';
import { Sheet } from './sheet.tsx';

export type ConfirmSheetProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly sentence: ReactNode;
  readonly facts?: ReactNode;
  readonly confirmLabel: string;
  readonly kind?: ButtonKind;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
};

export function ConfirmSheet(props: ConfirmSheetProps) {
  const {
    open,
    onClose,
    title,
    sentence,
    facts,
    confirmLabel,
    kind = 'primary',
    busy = false,
    onConfirm,
  } = props;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <Button block needsNetwork kind={kind} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      }
    >
      <p className="text-base">{sentence}</p>
      {facts !== undefined && <dl className="mt-3 border-t border-line pt-2">{facts}</dl>}
    </Sheet>
  );
}
