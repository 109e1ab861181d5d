import { byteOrderMark } from '../../domain/batches/excel-cells.ts';
import { csvResponse } from '../csv-export.ts';
import type { BinaryResponse } from '../http/binary-response.ts';
import type { CsvTask } from './csv-thread-messages.ts';
import { readCsv, withReadSlot } from './read-csv.ts';

/** The file is in memory before it is sent. */
const maxCharacters = 16 * 1024 * 1024;

export const rejectedRowsReply = {
  contentType: 'text/csv',
  description:
    'The rows with errors, with all columns of the file and its separator, after the columns `parley_row` (the row in the file) and `parley_error`. These two are ignored when the corrected file is sent. At most about 16 MiB; check the corrected file again for the others.',
} as const;

/**
 * Returns the invalid rows of a file as a file that can be corrected and sent again. Cells are unchanged, also those that begin like a formula.
 * @throws {Problem} as `readCsv`
 */
export async function rejectedRows({ content, options }: CsvTask): Promise<BinaryResponse> {
  const records: string[] = [];
  let characters = 0;
  const task = { content, options, collectsRejected: true };
  const { rejectedHeader } = await withReadSlot(() =>
    readCsv(task, async ({ rejected }) => {
      if (characters >= maxCharacters) return;
      characters += rejected.length;
      records.push(rejected);
    }),
  );
  return csvResponse('rejected-rows', [byteOrderMark + rejectedHeader, ...records]);
}
