import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Page } from '../components/page.tsx';
import { text } from '../text/index.ts';

const words = text.settings.sections;

const sections = [
  ['/settings/keys', words.keys],
  ['/settings/webhooks', words.webhooks],
  ['/settings/members', words.members],
  ['/settings/workspace', words.workspace],
  ['/settings/providers', words.providers],
  ['/settings/audit', words.audit],
] as const;

/** The frame of the settings: a second navigation above each section. */
export function SettingsPage() {
  const nav = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  return (
    <Page isFull title={text.settings.title}>
      <div className="flex h-full flex-col">
        <nav
          ref={nav}
          aria-label={text.settings.title}
          className="flex shrink-0 gap-1 overflow-x-auto px-5 shadow-[inset_0_-1px_0_var(--color-line)] max-md:px-3"
        >
          {sections.map(([to, label]) => (
            <Link
              key={to}
              to={to}
              className="border-b-2 border-transparent px-2 py-2 text-sm font-medium whitespace-nowrap text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="min-h-0 flex-1">
          <Outlet />
        </div>
      </div>
    </Page>
  );
}
