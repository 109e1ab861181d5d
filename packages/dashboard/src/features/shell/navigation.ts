import type { LinkProps } from '@tanstack/react-router';
import {
  Ban,
  ChartColumn,
  Hash,
  Headset,
  House,
  Inbox,
  Layers,
  Phone,
  Radio,
  Settings,
  SquareCheck,
  Tags,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import { text } from '../../text/index.ts';

interface Item {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly Icon: LucideIcon;
}

const words = text.common.navigation;

/** The entries of the navigation, in groups. */
export const navigation: readonly { readonly heading?: string; readonly items: readonly Item[] }[] = [
  {
    items: [
      { to: '/', label: words.home, Icon: House },
      { to: '/calls', label: words.calls, Icon: Phone },
      { to: '/live', label: words.live, Icon: Radio },
      { to: '/batches', label: words.batches, Icon: Layers },
      { to: '/inbox', label: words.inbox, Icon: Inbox },
      { to: '/tasks', label: words.tasks, Icon: SquareCheck },
    ],
  },
  {
    heading: words.build,
    items: [
      { to: '/agents', label: words.agents, Icon: Headset },
      { to: '/flows', label: words.flows, Icon: Workflow },
    ],
  },
  {
    heading: words.records,
    items: [
      { to: '/dispositions', label: words.dispositions, Icon: Tags },
      { to: '/numbers', label: words.numbers, Icon: Hash },
      { to: '/suppressions', label: words.suppressions, Icon: Ban },
      { to: '/analytics', label: words.analytics, Icon: ChartColumn },
    ],
  },
  {
    items: [{ to: '/settings', label: words.settings, Icon: Settings }],
  },
];
