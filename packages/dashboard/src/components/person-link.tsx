import { Link } from '@tanstack/react-router';
import { formatPhone } from '../format.ts';

/** A phone number or email address as a link to all that is stored about it. It works inside a row that is a link too. */
export function PersonLink({
  address,
  className = '',
}: {
  readonly address: string;
  readonly className?: string;
}) {
  return (
    <Link
      to="/people/$address"
      params={{ address }}
      className={`relative z-1 underline-offset-2 hover:underline ${className}`}
    >
      {formatPhone(address)}
    </Link>
  );
}
