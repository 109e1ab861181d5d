import type { ReactNode } from 'react';

/** A sentence about the state of the page, with the buttons that change it. */
export const Notice = ({
  children,
  actions,
}: {
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-info-soft px-3 py-2 text-sm text-ink">
    <p className="min-w-56 flex-1 break-words">{children}</p>
    {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
  </div>
);
