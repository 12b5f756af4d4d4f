/** Tabs over a list, underlined, scrolling sideways when they do not fit. */
import { moveByArrow } from './arrow-keys.ts';
import { classes } from './classes.ts';

export type TabStripProps<Value extends string> = {
  readonly label: string;
  readonly tabs: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
};

export function TabStrip<Value extends string>({ label, tabs, value, onChange }: TabStripProps<Value>) {
  return (
    <div
      role="tablist"
      aria-label={label}
      className="hairline flex gap-5 overflow-x-auto px-4 [scrollbar-width:none]"
    >
      {tabs.map((tab, at) => {
        const selected = tab.value === value;
        return (
          <button
            key={tab.value}
            type="button"
            role="tab"
            aria-selected={selected}
            tabIndex={selected ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={(event) =>
              moveByArrow(event, { options: tabs, at, choose: (next) => onChange(next.value) })
            }
            className={classes(
              'min-h-11 shrink-0 border-b-2 text-base font-medium whitespace-nowrap transition-colors',
              selected ? 'border-accent text-ink' : 'border-transparent text-soft',
            )}
          >
            {tab.label}
          </button>
        );
      })}
    </div>
  );
}
