/** Sheets and other parts that open over a screen. */
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Section } from '../../ui/section.tsx';
import { Sheet } from '../../ui/sheet.tsx';

export function Sheets() {
  const [open, setOpen] = useState<'plain' | 'confirm'>();
  const close = (): void => setOpen(undefined);
  return (
    <Section title="Sheets">
      <div className="flex flex-wrap gap-2 p-4">
        <Button kind="secondary" small onClick={() => setOpen('plain')}>
          Open a sheet
        </Button>
        <Button kind="secondary" small onClick={() => setOpen('confirm')}>
          Ask once more
        </Button>
      </div>
      <Sheet open={open === 'plain'} onClose={close} title="A sheet">
        <p>Dragging it down, the way back, Escape and a tap beside it close it.</p>
      </Sheet>
      <ConfirmSheet
        open={open === 'confirm'}
        onClose={close}
        title="Close the position?"
        sentence="0.5 BTC long is closed at the price of now."
        facts={<FactRow name="Profit so far">12.50 USDT</FactRow>}
        confirmLabel="Close"
        kind="danger"
        onConfirm={close}
      />
    </Section>
  );
}
