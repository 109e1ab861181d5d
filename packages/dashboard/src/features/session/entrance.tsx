import type { ReactNode } from 'react';
import { Logo } from '../shell/logo.tsx';

/** The frame of the pages before sign-in. */
export function Entrance({
  title,
  description,
  children,
}: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <main className="grid min-h-full place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <Logo />
        <h1 className="mt-8 text-2xl font-semibold tracking-tight">{title}</h1>
        {description !== undefined && <p className="mt-1.5 text-muted">{description}</p>}
        <div className="mt-6">{children}</div>
      </div>
    </main>
  );
}
