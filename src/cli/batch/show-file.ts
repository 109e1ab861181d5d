import type { BatchReport } from '../../../packages/sdk/src/client.ts';
import { table } from '../table.ts';

type Column = BatchReport['columns'][number];

/** Purposes of the reserved columns. */
const columnPurposes: Readonly<Record<string, string>> = {
  name: "the person's name",
  email: "the person's email address",
  timezone: "the person's time zone",
  scheduled_at: 'the earliest time to call',
  external_id: "the person's id in another system",
  from_number: 'the number to call from',
  language: 'the language to speak',
  first_message: 'what to say first',
};

/** Returns a table of the columns and their purposes. */
export function columnLines(columns: readonly Column[], isOfMessages = false): string[] {
  const cells = columns.map((column) => [column.header, purposeOf(column, isOfMessages)]);
  return table(['column', 'purpose'], cells).map((line) => `  ${line}`);
}

function purposeOf({ name, role }: Column, isOfMessages: boolean): string {
  if (role === 'phone_number') return isOfMessages ? 'the number to write to' : 'the number to call';
  if (role === 'email') return 'the address to write to';
  if (role === 'ignored') return 'not used';
  return role === 'reserved' ? (columnPurposes[name] ?? name) : `the variable {{${name}}}`;
}

const maxCellLength = 30;

/** Returns a table of the rows with shortened cells, and the recipient as it is used beside its cell: a number in E.164, or an address. */
export function rowLines(
  columns: readonly Column[],
  rows: readonly Readonly<Record<string, string>>[],
  recipients: readonly (string | null)[],
): string[] {
  const recipientRole = columns.some(({ role }) => role === 'email') ? 'email' : 'phone_number';
  const recipientHeading = recipientRole === 'email' ? 'address' : 'E.164';
  const headings = columns.flatMap(({ header, role }) =>
    role === recipientRole ? [shorten(header), recipientHeading] : [shorten(header)],
  );
  const cells = rows.map((row, index) =>
    columns.flatMap(({ name, role }) => {
      const cell = shorten(row[name] ?? '');
      return role === recipientRole ? [cell, recipients[index] ?? 'invalid'] : [cell];
    }),
  );
  return table(headings, cells).map((line) => `  ${line}`);
}

/** Returns a cell on one line, limited in length. */
function shorten(cell: string): string {
  const text = cell.replaceAll(/\s+/g, ' ').replaceAll(/\p{Cf}/gu, '');
  return text.length <= maxCellLength ? text : `${text.slice(0, maxCellLength - 1)}…`;
}
