import type { ReactNode } from 'react';
import { useEffect } from 'react';

interface PageProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode;
  /** Use the whole width and height, for lists that scroll by themselves. */
  readonly isFull?: boolean;
  /** Keep title and actions visible while the page scrolls, for long forms. */
  readonly isSticky?: boolean;
  readonly children: ReactNode;
}

/** The frame of every page: title, actions, content. */
export function Page({ title, description, actions, isFull = false, isSticky = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  return (
    <div className={`flex min-h-full flex-col ${isFull ? 'h-full' : 'mx-auto w-full max-w-[1120px]'}`}>
      <header
        className={`flex flex-wrap items-center gap-x-4 gap-y-2 px-6 pt-5 pb-4 max-md:px-4 ${isSticky ? 'sticky top-0 z-20 bg-canvas' : ''}`}
      >
        <div className="min-w-48 flex-1">
          <h1 className="truncate text-xl font-semibold tracking-tight max-md:break-words max-md:whitespace-normal">
            {title}
          </h1>
          {description !== undefined && <p className="mt-0.5 text-sm text-muted">{description}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      <div className={isFull ? 'min-h-0 flex-1' : 'px-6 pb-12 max-md:px-4'}>{children}</div>
    </div>
  );
}

/** A part of a page with a heading. */
export function Section({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="rounded-lg border border-line bg-surface">
      <header className="flex min-h-11 items-center gap-2 border-b border-line px-4 py-1.5">
        <h2 className="flex-1 text-sm font-semibold">{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}

/** Names and values, such as the facts of a call. Values that are `undefined`, `null` or empty are omitted. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,max-content)_1fr] gap-x-4 gap-y-1.5 px-4 py-3 text-sm">
      {facts
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
