import { readSheet } from 'read-excel-file/web-worker';

/** The first sheet as CSV; without it, the workbook could not be read. */
export interface WorkbookResult {
  readonly csv?: Blob;
}

type Cell = string | number | boolean | Date | null;

/** Workbooks have times without zones, which the library returns as UTC. */
const timeText = (time: Date): string =>
  time
    .toISOString()
    .replace('T00:00:00.000Z', '')
    .replace(/(:\d\d)\.\d+Z$/, '$1');

function cellText(cell: Cell): string {
  const value = cell instanceof Date ? timeText(cell) : String(cell ?? '');
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

globalThis.addEventListener('message', ({ data }: MessageEvent<File>) => {
  void readSheet(data)
    .then((rows) => rows.map((row) => `${(row as Cell[]).map(cellText).join(',')}\n`))
    .then(
      (lines): WorkbookResult => ({ csv: new Blob(lines, { type: 'text/csv' }) }),
      (): WorkbookResult => ({}),
    )
    .then((result) => postMessage(result));
});
