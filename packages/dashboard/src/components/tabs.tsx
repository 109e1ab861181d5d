import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly value: Name;
  readonly onValue: (value: Name) => void;
  readonly tabs: readonly { readonly name: Name; readonly label: ReactNode; readonly content: ReactNode }[];
}

/** Views of one thing. Keep the value in the URL, so that a view can be sent as a link. */
export function Tabs<Name extends string>({ label, value, onValue, tabs }: TabsProps<Name>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next) => onValue(next as Name)}>
      <BaseTabs.List
        aria-label={label}
        className="flex gap-1 overflow-x-auto shadow-[inset_0_-1px_0_var(--color-line)]"
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.name}
            value={tab.name}
            className="border-b-2 border-transparent px-3 py-2 text-sm font-medium whitespace-nowrap text-muted hover:text-ink data-[active]:border-accent data-[active]:text-ink"
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.name} value={tab.name} className="pt-4">
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
