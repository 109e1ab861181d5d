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
export function columnLines(columns: readonly Column[]): string[] {
  const cells = columns.map((column) => [column.header, purposeOf(column)]);
  return table(['column', 'purpose'], cells).map((line) => `  ${line}`);
}

function purposeOf({ name, role }: Column): string {
  if (role === 'phone_number') return 'the number to call';
  return role === 'reserved' ? (columnPurposes[name] ?? name) : `the variable {{${name}}}`;
}

const maxCellLength = 30;

/** Returns a table of the rows with shortened cells, and the E.164 form beside each phone number. */
export function rowLines(
  columns: readonly Column[],
  rows: readonly Readonly<Record<string, string>>[],
  phoneNumbers: readonly (string | null)[],
): string[] {
  const headings = columns.flatMap(({ header, role }) =>
    role === 'phone_number' ? [shorten(header), 'E.164'] : [shorten(header)],
  );
  const cells = rows.map((row, index) =>
    columns.flatMap(({ name, role }) => {
      const cell = shorten(row[name] ?? '');
      return role === 'phone_number' ? [cell, phoneNumbers[index] ?? 'invalid'] : [cell];
    }),
  );
  return table(headings, cells).map((line) => `  ${line}`);
}

/** Returns a cell on one line, limited in length. */
function shorten(cell: string): string {
  const text = cell.replaceAll(/\s+/g, ' ').replaceAll(/\p{Cf}/gu, '');
  return text.length <= maxCellLength ? text : `${text.slice(0, maxCellLength - 1)}…`;
}
