import { Problem, reject, type FieldFault } from '../../core/problems.ts';
import { columnName } from '../variable-name.ts';

/** Columns with a predefined function. */
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

/** Reserved columns of calls, which are variables in a file of messages. */
const callColumns: ReadonlySet<string> = new Set(['from_number', 'first_message']);

/** Columns that Parley adds to a file of rejected rows: the row number in the original file, and the errors. */
export const rejectedRowColumns = ['parley_row', 'parley_error'] as const;

export const columnRoles = ['phone_number', 'email', 'reserved', 'variable', 'ignored'] as const;

/** How the people of a file are reached. */
export type FileChannel = 'voice' | 'sms' | 'email';

/** A column of a file. */
export interface Column {
  /** Variable name: `[a-z][a-z0-9_]*`. */
  readonly name: string;
  /** Header as in the file. */
  readonly header: string;
  readonly role: (typeof columnRoles)[number];
}

const phoneColumn = 'phone_number';
/** Aliases of `phone_number`. */
const phoneAliases = ['phone', 'number', 'to', 'to_number', 'contact_number'];
const phoneColumns: ReadonlySet<string> = new Set([phoneColumn, ...phoneAliases]);
/** Column names of phone numbers in spreadsheets, in English, German, Spanish, French, Portuguese, Italian and Dutch. */
const localPhoneColumns: ReadonlySet<string> = new Set(
  [
    'mobile mobile_number mobile_phone cell cell_phone cellphone telephone telephone_number tel',
    'telefon telefonnummer telefon_nr rufnummer handy handynummer mobil mobilnummer mobiltelefon festnetz',
    'telefono telefono_movil numero_de_telefono movil celular numero_de_celular',
    'numero_de_telephone telephone_mobile telephone_portable portable numero_de_portable',
    'telefone telemovel numero_de_telefone numero_de_telemovel',
    'cellulare numero_di_telefono numero_di_cellulare telefono_cellulare',
    'telefoon telefoonnummer mobiel mobiel_nummer gsm',
  ].flatMap((names) => names.split(' ')),
);
const maxNameCharacters = 64;
/** Limits of the column list in the error about a missing phone column. */
const maxListedColumns = 5;
const maxListedCharacters = 40;

/** Headers of a file by the name that their column gets: `{"phone_number": "Telefon"}`. The columns of a list are joined to one. */
export type ColumnHeaders = Readonly<Record<string, string | readonly string[]>>;

/** The header of a file. */
export interface Header {
  readonly columns: readonly Column[];
  /** The indexes of the cells of each column; undefined if no columns are joined. */
  readonly cellsOfColumn: readonly (readonly number[])[] | undefined;
}

/**
 * Reads the columns of a header. `Appointment Date`, `appointmentDate` and `appointment-date` all become `appointment_date`. Trailing empty
 * cells, which spreadsheets produce, are not columns. A header in `headers` gets the name of its entry instead. Columns of one entry become
 * one column in the place of the first.
 * @throws {Problem} `csv_too_large`, `csv_invalid_header` with every fault, `csv_missing_phone_column`, `csv_missing_email_column`
 */
export function readHeader(
  cells: readonly string[],
  maxColumns: number,
  headers: ColumnHeaders = {},
  channel: FileChannel = 'voice',
): Header {
  const named = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
  if (named.length > maxColumns)
    reject('csv_too_large', {
      details: `The file has ${named.length} columns. The maximum is ${maxColumns}. Remove some.`,
    });
  if (cells.some((cell) => cell.includes('\r')))
    reject('csv_malformed', {
      details: 'Row 1: lines end with a carriage return only. Save the file with LF or CRLF line ends.',
    });
  const { nameByIndex, joined } = namesOfColumns(named, headers);
  const isMerged = (index: number) => joined.some((indexes) => indexes.indexOf(index) > 0);
  const headerOf = (index: number) =>
    (joined.find(([first]) => first === index) ?? [index]).map((cell) => named[cell]!).join(', ');
  const columns = withLocalPhoneColumn(
    named.map((_header, index) =>
      isMerged(index) ? undefined : readColumn(headerOf(index), channel, nameByIndex.get(index)),
    ),
    nameByIndex,
    channel,
  );
  const faults = columns.flatMap((column, index) =>
    column === undefined ? [] : columnFaults(column, index, columns),
  );
  if (faults.length > 0) throw new Problem('csv_invalid_header', { fields: faults });
  const isRecipient = (column: Column | undefined) => column?.role === recipientRole(channel);
  if (!columns.some(isRecipient) && channel === 'email')
    reject('csv_missing_email_column', { details: noEmailColumnMessage(cells) });
  if (!columns.some(isRecipient))
    reject('csv_missing_phone_column', { details: noPhoneColumnMessage(cells) });
  return joinColumns(columns, joined);
}

/** Returns the columns without those that were merged into another one, whose place is undefined. */
function joinColumns(
  columns: readonly (Column | undefined)[],
  joined: readonly (readonly number[])[],
): Header {
  const found = columns.flatMap((column, index) => {
    const indexes = joined.find(([first]) => first === index) ?? [index];
    return column === undefined ? [] : [{ column, indexes }];
  });
  return {
    columns: found.map(({ column }) => column),
    cellsOfColumn: joined.length === 0 ? undefined : found.map(({ indexes }) => indexes),
  };
}

/**
 * If no column has a name of `phone_number`, the column with such a name in another language becomes the column of numbers. Otherwise these
 * columns are variables. Columns that the request has named keep their names.
 * @throws {Problem} `csv_invalid_header` if there are several such columns
 */
function withLocalPhoneColumn(
  columns: (Column | undefined)[],
  named: ReadonlyMap<number, string>,
  channel: FileChannel,
): (Column | undefined)[] {
  if (channel === 'email' || columns.some((column) => column?.role === 'phone_number')) return columns;
  const candidates = columns.flatMap((column, index) =>
    column !== undefined && !named.has(index) && localPhoneColumns.has(column.name) ? [column] : [],
  );
  const [found, ...others] = candidates;
  if (found === undefined) return columns;
  const fields = others.map(({ header }): FieldFault => ({
    path: `columns[${columns.findIndex((column) => column?.header === header)}]`,
    code: 'duplicate_column',
    message: `The columns ${JSON.stringify(found.header.slice(0, 100))} and ${JSON.stringify(header.slice(0, 100))} can both have the numbers to call. Name one of them ${phoneColumn}, or send its header in columns.phone_number.`,
  }));
  if (fields.length > 0) throw new Problem('csv_invalid_header', { fields });
  return columns.map((column) =>
    column === found ? { ...found, name: phoneColumn, role: 'phone_number' } : column,
  );
}

interface NamedColumns {
  readonly nameByIndex: ReadonlyMap<number, string>;
  /** The indexes of the columns that are joined to one. */
  readonly joined: readonly (readonly number[])[];
}

/**
 * Returns the names by the index of their column, or of the first of joined columns. A header is compared exactly, or by its column name if
 * no header is equal.
 * @throws {Problem} `csv_invalid_header` with a fault for each header that does not name one column
 */
function namesOfColumns(cells: readonly string[], headers: ColumnHeaders): NamedColumns {
  const entryOf = new Map<number, string>();
  const fields: FieldFault[] = [];
  const found = Object.entries(headers).map(([name, sent]) => {
    const fault = (code: string, message: string) =>
      void fields.push({ path: `columns.${name}`, code, message });
    if (columnName(name) === '')
      fault('missing_name', `The name ${JSON.stringify(name)} has no letters or digits. Change it.`);
    const indexes = [sent].flat().flatMap((header) => {
      const index = indexOfHeader(cells, header, fault);
      if (index === undefined) return [];
      const other = entryOf.get(index);
      if (other !== undefined)
        fault(
          'duplicate_column',
          `The column ${JSON.stringify(header)} already has the name ${JSON.stringify(other)}. Remove one of the two entries.`,
        );
      entryOf.set(index, name);
      return [index];
    });
    return { name, indexes };
  });
  if (fields.length > 0) throw new Problem('csv_invalid_header', { fields });
  return {
    nameByIndex: new Map(found.map(({ name, indexes }) => [indexes[0]!, name])),
    joined: found.flatMap(({ indexes }) => (indexes.length > 1 ? [indexes] : [])),
  };
}

/** Returns the index of the only column with this header. Reports a fault if there is none, or several. */
function indexOfHeader(
  cells: readonly string[],
  header: string,
  fault: (code: string, message: string) => void,
): number | undefined {
  const matches = columnsWithHeader(cells, header);
  const quotedHeader = JSON.stringify(header);
  if (matches.length === 1) return matches[0];
  if (matches.length === 0)
    fault('unknown_column', `The file has no column ${quotedHeader}. ${listOfColumns(cells)}`);
  else
    fault(
      'duplicate_column',
      `The file has ${matches.length} columns ${quotedHeader}. Rename or remove all but one.`,
    );
  return undefined;
}

/** Returns the indexes of the columns with this header; if there are none, of those with the same column name. */
function columnsWithHeader(cells: readonly string[], header: string): number[] {
  const indexesOf = (matches: (cell: string) => boolean) =>
    cells.flatMap((cell, index) => (matches(cell) ? [index] : []));
  const exact = indexesOf((cell) => cell.trim() === header.trim());
  const name = columnName(header);
  return exact.length > 0 || name === '' ? exact : indexesOf((cell) => columnName(cell) === name);
}

function listOfColumns(cells: readonly string[]): string {
  const listed = cells
    .slice(0, maxListedColumns)
    .map((cell) => JSON.stringify(cell.slice(0, maxListedCharacters)));
  const more = cells.length > maxListedColumns ? ` and ${cells.length - maxListedColumns} more` : '';
  const subject = cells.length === 1 ? 'The only column is' : 'The columns are';
  return `${subject} ${listed.join(', ')}${more}.`;
}

function noPhoneColumnMessage(cells: readonly string[]): string {
  const names = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(phoneColumns);
  return `No column has phone numbers. Name one ${names}, or send its header in columns.phone_number. ${listOfColumns(cells)}`;
}

const noEmailColumnMessage = (cells: readonly string[]): string =>
  `No column has email addresses. Name one email, or send its header in columns.email. ${listOfColumns(cells)}`;

/** Returns the role of the column that has the recipients. */
export const recipientRole = (channel: FileChannel): 'phone_number' | 'email' =>
  channel === 'email' ? 'email' : 'phone_number';

function readColumn(header: string, channel: FileChannel, newName = header): Column {
  const name = columnName(newName);
  if (channel === 'email' && name === 'email') return { name, header, role: 'email' };
  if (channel !== 'email' && phoneColumns.has(name))
    return { name: phoneColumn, header, role: 'phone_number' };
  if ((rejectedRowColumns as readonly string[]).includes(name)) return { name, header, role: 'ignored' };
  const isReserved =
    (reservedColumns as readonly string[]).includes(name) && (channel === 'voice' || !callColumns.has(name));
  return { name, header, role: isReserved ? 'reserved' : 'variable' };
}

function columnFaults(
  { name, header }: Column,
  index: number,
  columns: readonly (Column | undefined)[],
): FieldFault[] {
  const path = `columns[${index}]`;
  const fault = (code: string, message: string): FieldFault[] => [{ path, code, message }];
  const quotedHeader = JSON.stringify(header.slice(0, 100));
  if (name === '')
    return fault(
      'missing_name',
      `Column ${index + 1} (${quotedHeader}) has no name with letters or digits. Name the column, or remove it.`,
    );
  if (name.length > maxNameCharacters)
    return fault(
      'too_big',
      `The name of column ${index + 1} has more than ${maxNameCharacters} characters. Shorten it.`,
    );
  const first = columns.findIndex((other) => other?.name === name);
  if (first === index) return [];
  return fault(
    'duplicate_column',
    `Column ${index + 1} (${quotedHeader}) has the name ${name}, like column ${first + 1}. Rename or remove one of them.`,
  );
}
