import { ParleyError } from '@parley/sdk/client';
import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { errorText } from '../wording.ts';
import { text } from '../text/index.ts';
import { Button, ButtonLink, Spinner } from './button.tsx';

/** What a list or a page shows while it has nothing: why, and what to do next. */
export function EmptyState({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center gap-2 px-6 py-14 text-center">
      <h2 className="text-lg font-medium">{title}</h2>
      {children !== undefined && <p className="max-w-[46ch] text-muted">{children}</p>}
      {action !== undefined && <div className="mt-2 flex gap-2">{action}</div>}
    </div>
  );
}

export function LoadingState() {
  return (
    <div role="status" className="flex items-center justify-center gap-2 py-14 text-muted">
      <Spinner />
      {text.common.loading}
    </div>
  );
}

/** Shows why the service did not answer as expected, with the id of the request for its log. */
export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const requestId = error instanceof ParleyError ? error.requestId : undefined;
  return (
    <div role="alert" className="grid justify-items-center gap-2 px-6 py-14 text-center">
      <h2 className="text-lg font-medium">{text.common.failed}</h2>
      <p className="max-w-[60ch] break-words text-muted">{errorText(error)}</p>
      {requestId !== undefined && <p className="font-mono text-xs text-faint">{requestId}</p>}
      {onRetry !== undefined && <Button onClick={onRetry}>{text.common.retry}</Button>}
    </div>
  );
}

interface ReadQuery<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** Shows the data of a query, or why there is none. */
export function QueryState<Data>({
  query,
  children,
}: {
  readonly query: ReadQuery<Data>;
  readonly children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <LoadingState />;
}

/** The message for a whole form. Nothing for an empty message. */
export function FormError({ message }: { readonly message: string }) {
  if (message === '') return null;
  return (
    <p
      role="alert"
      className="rounded-md bg-bad-soft px-3 py-2 text-sm break-words whitespace-pre-line text-bad"
    >
      {message}
    </p>
  );
}

export const PageNotFound = () => (
  <main className="grid justify-items-center gap-3 px-6 py-24 text-center">
    <h1 className="text-xl font-semibold">{text.common.notFoundTitle}</h1>
    <p className="text-muted">{text.common.notFound}</p>
    <ButtonLink to="/">{text.common.toHome}</ButtonLink>
  </main>
);

/** Shown instead of a page that failed. The other pages still work. */
export const PageError = ({ error, reset }: ErrorComponentProps) => (
  <ErrorState error={error} onRetry={reset} />
);
