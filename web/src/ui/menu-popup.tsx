/** The menu of a pill on a desktop. `choice-menu.tsx` loads it on demand, because a phone never shows it. */
import { Popover } from '@base-ui/react/popover';
import type { RefObject } from 'react';
import { useRef } from 'react';
import { OptionList } from './option-list.tsx';
import type { SelectSheetProps } from './select-sheet.tsx';

export type MenuPopupProps = SelectSheetProps<string> & {
  /** The pill below which the menu opens, and which has the focus afterwards. */
  readonly anchor: RefObject<HTMLButtonElement | null>;
};

export function MenuPopup(props: MenuPopupProps) {
  const { open, onClose, title, listId, options, value, onSelect, anchor } = props;
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next, { event }) => {
        // A press on the pill closes the menu by the pill's own click.
        const isPill = event.target instanceof Node && anchor.current?.contains(event.target) === true;
        if (!next && !isPill) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align="start" sideOffset={6} className="z-40">
          <Popover.Popup
            ref={popup}
            aria-label={title}
            initialFocus={() => popup.current?.querySelector<HTMLElement>('[aria-selected=true]') ?? true}
            finalFocus={anchor}
            className="max-h-(--available-height) w-80 overflow-y-auto rounded-card bg-raised py-1.5 text-ink shadow-floating outline-none"
          >
            <OptionList
              id={listId}
              label={title}
              className=""
              options={options}
              value={value}
              onSelect={(chosen) => {
                onSelect(chosen);
                onClose();
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
