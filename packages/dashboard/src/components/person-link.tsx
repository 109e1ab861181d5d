import { Link } from '@tanstack/react-router';
import { formatPhone } from '../format.ts';

/** A person, by name or else by phone number or email address, as a link to all that is stored about it. It works inside a row that is a link too. */
export function PersonLink({
  address,
  name = null,
  className = '',
}: {
  readonly address: string;
  readonly name?: string | null;
  readonly className?: string;
}) {
  return (
    <Link
      to="/people/$address"
      params={{ address }}
      className={`relative z-1 underline-offset-2 hover:underline ${className}`}
    >
      {name ?? formatPhone(address)}
    </Link>
  );
}
