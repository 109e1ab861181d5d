import type { ReactNode } from 'react';

/** A list of the settings below a line with its actions. */
export const SettingsList = ({
  actions,
  children,
}: {
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) => (
  <div className="flex h-full flex-col">
    {actions !== undefined && (
      <div className="flex flex-wrap justify-end gap-2 px-6 py-3 max-md:px-4">{actions}</div>
    )}
    <div className="min-h-0 flex-1">{children}</div>
  </div>
);

/** A section that is read or filled in from top to bottom. It scrolls by keyboard. */
export const SettingsPane = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) => (
  <div role="region" aria-label={label} tabIndex={0} className="h-full overflow-y-auto">
    <div className="grid w-full max-w-2xl gap-4 px-6 py-5 max-md:px-4">{children}</div>
  </div>
);
