import { reject } from '../../core/problems.ts';
import { isFieldFault, parseSuppression } from './suppression.ts';

/** The index of each field in a row, from 0. */
export interface SuppressionColumns {
  readonly address: number;
  readonly channel: number | undefined;
  readonly reason: number | undefined;
}

/** The accepted column names, in order of preference. */
const names = {
  address:
    'address phone_number phonenumber phone mobile number to_number to contact_number email email_address recipient'.split(
      ' ',
    ),
  channel: ['channel'],
  reason: ['reason', 'note', 'notes'],
} as const;

/**
 * Finds the columns in the first row of a file. A single cell with an address is data, not a header.
 * @throws {Problem} `csv_invalid_header` if no column has addresses
 */
export function findColumns(
  cells: readonly string[],
  defaultCountry?: string,
): { readonly columns: SuppressionColumns; readonly isHeader: boolean } {
  const [first, ...others] = cells;
  if (
    others.length === 0 &&
    !isFieldFault(parseSuppression({ address: first ?? '', channel: 'all' }, defaultCountry))
  )
    return { columns: { address: 0, channel: undefined, reason: undefined }, isHeader: false };
  const headers = cells.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_'),
  );
  const address = indexOf(headers, names.address);
  if (address === undefined) {
    const details = 'No column has addresses. Name one column address, phone_number or email.';
    return reject('csv_invalid_header', { details });
  }
  const columns = {
    address,
    channel: indexOf(headers, names.channel),
    reason: indexOf(headers, names.reason),
  };
  return { columns, isHeader: true };
}

function indexOf(headers: readonly string[], accepted: readonly string[]): number | undefined {
  const found = accepted.find((name) => headers.includes(name));
  return found === undefined ? undefined : headers.indexOf(found);
}
