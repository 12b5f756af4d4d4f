/** Underlined tabs above a list, which scroll sideways if they do not fit. */
import { Tabs } from '@base-ui/react/tabs';

export type TabStripProps<Value extends string> = {
  readonly label: string;
  readonly tabs: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
};

export function TabStrip<Value extends string>({ label, tabs, value, onChange }: TabStripProps<Value>) {
  return (
    <Tabs.Root value={value} onValueChange={(next: Value) => onChange(next)} className="contents">
      <Tabs.List
        activateOnFocus
        aria-label={label}
        className="hairline flex gap-5 overflow-x-auto px-4 [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Tabs.Tab
            key={tab.value}
            value={tab.value}
            className="min-h-11 shrink-0 border-b-2 border-transparent text-base font-medium whitespace-nowrap text-soft transition-colors data-active:border-accent data-active:text-ink"
          >
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs.Root>
  );
}
