import type { ErrorComponentProps } from '@tanstack/react-router';
import { text } from '../text/index.ts';
import { ButtonLink } from './button.tsx';
import { ErrorState } from './states.tsx';

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
