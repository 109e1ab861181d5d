import { Problem, problems, type FieldFault } from '../../core/problems.ts';
import type { CallingHoursIssues } from '../../domain/batches/calling-hours-issues.ts';
import { describeRows, haveNumbers, type CountedRows } from '../../domain/batches/row-tally.ts';
import type { CsvReport } from '../../domain/batches/csv-reader.ts';

/** What a batch does with the people of its file. */
type Contact = 'call' | 'write to';

/** Returns the problem for invalid rows. Rows are numbered as in a spreadsheet, or from 1 if they were sent as JSON. */
export function invalidRowsProblem(
  { errors, invalidRows: count }: CsvReport,
  headerIsRow1: boolean,
  contact: Contact = 'call',
): Problem {
  const fields = errors.map(({ row, column, code, message }): FieldFault => ({
    path: `rows[${row}]${column === null ? '' : `.${column}`}`,
    code,
    message: `Row ${row}: ${message}`,
  }));
  const numbering = headerIsRow1
    ? 'rows[2] is row 2 of a spreadsheet, the first below the header.'
    : 'rows[1] is the first row.';
  const details = `${count === 1 ? 'One row has' : `${count} rows have`} faults; see fields. ${numbering} Send onInvalidRows "skip" to ${contact} the others.`;
  return new Problem('batch_rows_invalid', { details, fields });
}

/**
 * Returns the problem for a file without a row that can be called or written to, with advice. Duplicate rows need no advice: since no row
 * is valid, the first row of their recipient is invalid or suppressed.
 */
export function noValidRowsProblem(
  { invalidRows, duplicateRows }: CsvReport,
  { suppressedRows, recentRows = 0 }: { readonly suppressedRows: number; readonly recentRows?: number },
  contact: Contact = 'call',
): Problem {
  const isCall = contact === 'call';
  const reasons = [
    {
      rows: invalidRows,
      label: 'invalid',
      advice: ' Correct the invalid rows; the validate endpoint lists their faults.',
    },
    {
      rows: suppressedRows,
      label: 'suppressed',
      advice: ` Send ${isCall ? 'numbers' : 'recipients'} that are not suppressed, or delete the suppressions of customers who want to be ${isCall ? 'called' : 'written to'}.`,
    },
    {
      rows: recentRows,
      label: 'called within 24 hours',
      advice: ' Send onRecentNumbers "call" to call people again.',
    },
    { rows: duplicateRows, label: 'duplicate', advice: '' },
  ].filter(({ rows }) => rows > 0);
  const counts = reasons.map(({ rows, label }) => `${rows} ${label}`).join(', ');
  const advice = reasons.map((reason) => reason.advice).join('');
  return new Problem(isCall ? 'batch_nothing_to_call' : 'batch_nothing_to_send', {
    details: `No row of the file can be ${isCall ? 'called' : 'written to'}: ${counts}.${advice}`,
  });
}

/** Returns the problem for a batch of a test key with real numbers or email addresses in this column. */
export function realNumbersProblem(realNumbers: CountedRows, column = 'phone_number'): Problem {
  const has = realNumbers.rows === 1 ? 'has an address' : 'have addresses';
  const subject =
    column === 'phone_number' ? haveNumbers(realNumbers) : `${describeRows(realNumbers)} ${has}`;
  const details = `${subject} outside the test network. ${problems.test_key.text}`;
  const fields = realNumbers.firstRows.map((row): FieldFault => ({
    path: `rows[${row}].${column}`,
    code: 'test_key',
    message: problems.test_key.text,
  }));
  return new Problem('test_key', { details, fields });
}

/** Returns the problem for a batch in which no row can be called within the calling hours. */
export function noRowWithinHoursProblem({ timezoneUnknown, windowNeverOpens }: CallingHoursIssues): Problem {
  const unknown: FieldFault = {
    path: 'timezone',
    code: 'timezone_unknown',
    message: 'The time zone of these numbers is unknown. Add a timezone to each row.',
  };
  const closed: FieldFault = {
    path: 'window',
    code: 'window_never_opens',
    message:
      'The hours of the batch, of the workspace and of the law for these numbers do not overlap. Change the window.',
  };
  const fields = [
    ...(timezoneUnknown.rows > 0 ? [unknown] : []),
    ...(windowNeverOpens.rows > 0 ? [closed] : []),
  ];
  const details = `No row of the file can be called. ${fields.map(({ message }) => message).join(' ')}`;
  return new Problem('batch_nothing_to_call', { details, fields });
}
