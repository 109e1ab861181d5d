import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger';

const variants: Record<Variant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent',
  secondary: 'bg-surface text-ink border-line-strong/60 hover:bg-hover',
  ghost: 'bg-transparent text-muted border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-surface text-bad border-bad/60 hover:bg-bad-soft',
};

const shape =
  'inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-md border text-sm font-medium whitespace-nowrap select-none disabled:cursor-not-allowed disabled:opacity-55 max-md:h-10';

interface Look {
  readonly variant?: Variant;
  /** Square, for a button that only has an icon and an `aria-label`. */
  readonly isIcon?: boolean;
}

const classOf = ({ variant = 'secondary', isIcon = false }: Look, className = '') =>
  `${shape} ${variants[variant]} ${isIcon ? 'w-8 max-md:w-10' : 'px-3'} ${className}`;

export interface ButtonProps extends ComponentProps<'button'>, Look {
  /** The action is in progress: the button cannot be pressed again. */
  readonly pending?: boolean;
}

export function Button({ variant, isIcon, pending = false, className, children, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      disabled={props.disabled === true || pending}
      aria-busy={pending}
      className={classOf({ ...(variant && { variant }), ...(isIcon && { isIcon }) }, className)}
    >
      {pending && <Spinner />}
      {children}
    </button>
  );
}

/** A link with the look of a button. */
export function ButtonLink({
  variant,
  children,
  ...props
}: LinkProps & Look & { readonly children: ReactNode }) {
  return (
    <Link {...props} className={classOf({ ...(variant && { variant }) })}>
      {children}
    </Link>
  );
}

export const Spinner = () => (
  <span
    aria-hidden
    className="size-3.5 animate-spin rounded-full border-2 border-current border-r-transparent"
  />
);
