import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Menu, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { queryClient } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { text } from '../../text/index.ts';
import { PasswordForm } from '../session/password-form.tsx';
import { reportSignedIn, useIsSignedOut } from '../session/signed-out.ts';
import { AccountMenu } from './account-menu.tsx';
import { Logo } from './logo.tsx';
import { navigation } from './navigation.ts';

/** The navigation beside every page. On narrow screens it opens over the page. */
export function Shell() {
  const [isOpen, setIsOpen] = useState(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => setIsOpen(false), [path]);
  return (
    <div className="flex h-full max-md:flex-col">
      <a
        href="#content"
        className="absolute z-50 -translate-y-full rounded-md bg-raised px-3 py-2 focus:translate-y-2"
      >
        {text.common.skipToContent}
      </a>
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-3 md:hidden">
        <button
          type="button"
          aria-label={text.common.menu}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="grid size-10 place-items-center rounded-md"
        >
          {isOpen ? <X aria-hidden size={20} /> : <Menu aria-hidden size={20} />}
        </button>
        <Logo />
      </header>
      <nav
        aria-label={text.common.navigation.label}
        className={`flex w-56 shrink-0 flex-col overflow-y-auto border-r border-line bg-canvas px-2 py-3 max-md:fixed max-md:inset-x-0 max-md:top-12 max-md:bottom-0 max-md:z-30 max-md:w-full ${isOpen ? '' : 'max-md:hidden'}`}
      >
        <div className="px-2 pb-3 max-md:hidden">
          <Logo />
        </div>
        {navigation.map(({ heading, items }) => (
          <div key={items[0]!.to} className="pb-3">
            {heading !== undefined && (
              <h2 className="px-2 pt-1 pb-1 text-xs font-medium text-faint">{heading}</h2>
            )}
            <ul>
              {items.map(({ to, label, Icon }) => (
                <li key={to}>
                  <Link
                    to={to}
                    activeOptions={{ exact: to === '/', includeSearch: false }}
                    className="flex h-8 items-center gap-2.5 rounded-md px-2 text-sm font-medium text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-selected aria-[current=page]:text-ink max-md:h-11"
                  >
                    <Icon aria-hidden size={16} strokeWidth={1.75} />
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <div className="mt-auto">
          <AccountMenu />
        </div>
      </nav>
      <main
        id="content"
        tabIndex={-1}
        className="relative min-h-0 min-w-0 flex-1 overflow-y-auto outline-none"
      >
        <Outlet />
      </main>
      <SessionExpiredDialog />
    </div>
  );
}

/** Asks for the password above the page, so that a form keeps what was entered. */
function SessionExpiredDialog() {
  const isSignedOut = useIsSignedOut();
  const close = () => {
    reportSignedIn();
    void queryClient.invalidateQueries();
  };
  return (
    <Dialog
      title={text.session.expiredTitle}
      description={text.session.expired}
      isOpen={isSignedOut}
      onOpenChange={close}
      isModalOnly
    >
      <PasswordForm onSignedIn={close} />
    </Dialog>
  );
}
