import { Problem, refuse, type FieldFault } from '../../core/problems.ts';
import { columnName } from '../variable-name.ts';

/** Columns that the service itself understands. */
export const reservedColumns = [
  'name',
  'email',
  'timezone',
  'scheduled_at',
  'external_id',
  'from_number',
  'language',
  'first_message',
] as const;

export type ReservedColumn = (typeof reservedColumns)[number];

export const columnRoles = ['phone_number', 'reserved', 'variable'] as const;

export interface Column {
  /** As variables call it: `[a-z][a-z0-9_]*`. */
  readonly name: string;
  /** As the file writes it. */
  readonly header: string;
  readonly role: (typeof columnRoles)[number];
}

const phoneColumn = 'phone_number';
/** Taken as `phone_number`. */
const phoneAliases = ['phone', 'number', 'to', 'to_number', 'contact_number'];
const phoneColumns: ReadonlySet<string> = new Set([phoneColumn, ...phoneAliases]);
const nameCharactersMax = 64;
/** Of the columns that are told where none holds phone numbers, and of the characters of each. */
const toldMax = 5;
const toldCharactersMax = 40;

/**
 * What the columns are called: `Appointment Date`, `appointmentDate` and `appointment-date` all become `appointment_date`. Empty cells at
 * the end, as spreadsheets leave them, are no columns.
 * @throws {Problem} `csv_too_large`, `csv_invalid_header` with every fault, `csv_missing_phone_column`
 */
export function readHeader(cells: readonly string[], columnsMax: number): Column[] {
  const named = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
  if (named.length > columnsMax)
    refuse('csv_too_large', { details: `The file has ${named.length} columns; ${columnsMax} are taken.` });
  if (cells.some((cell) => cell.includes('\r')))
    refuse('csv_malformed', {
      details: 'Row 1: lines end with a carriage return alone; save the file with LF or CRLF.',
    });
  const columns = named.map(readColumn);
  const faults = columns.flatMap((column, index) => columnFaults(column, index, columns));
  if (faults.length > 0) throw new Problem('csv_invalid_header', { fields: faults });
  if (!columns.some(({ role }) => role === 'phone_number'))
    refuse('csv_missing_phone_column', { details: whyNoPhoneColumn(cells) });
  return columns;
}

function whyNoPhoneColumn(cells: readonly string[]): string {
  const told = cells.slice(0, toldMax).map((cell) => JSON.stringify(cell.slice(0, toldCharactersMax)));
  const more = cells.length > toldMax ? ` and ${cells.length - toldMax} more` : '';
  const are = cells.length === 1 ? 'The only column is' : 'The columns are';
  return `No column holds phone numbers: name one ${phoneColumn} (${phoneAliases.join(', ')} are taken as well). ${are} ${told.join(', ')}${more}.`;
}

function readColumn(header: string): Column {
  const name = columnName(header);
  if (phoneColumns.has(name)) return { name: phoneColumn, header, role: 'phone_number' };
  const isReserved = (reservedColumns as readonly string[]).includes(name);
  return { name, header, role: isReserved ? 'reserved' : 'variable' };
}

function columnFaults({ name, header }: Column, index: number, columns: readonly Column[]): FieldFault[] {
  const path = `columns[${index}]`;
  const fault = (code: string, message: string): FieldFault[] => [{ path, code, message }];
  const shown = JSON.stringify(header.slice(0, 100));
  if (name === '')
    return fault(
      'missing_name',
      `Column ${index + 1} (${shown}) has no name of letters or digits. Name it, or remove the column.`,
    );
  if (name.length > nameCharactersMax)
    return fault('too_big', `The name of column ${index + 1} has more than ${nameCharactersMax} characters.`);
  const first = columns.findIndex((other) => other.name === name);
  if (first === index) return [];
  return fault(
    'duplicate_column',
    `Column ${index + 1} (${shown}) means ${name}, as column ${first + 1} does.`,
  );
}
