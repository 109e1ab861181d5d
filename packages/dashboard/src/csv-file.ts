import { formatBytes } from './format.ts';
import { text } from './text/index.ts';
import type { WorkbookResult } from './workbook-worker.ts';

/** A file of rows that can be sent to the service. */
export interface CsvFile {
  /** Differs from the ids of other files that this page has opened. */
  readonly id: string;
  readonly name: string;
  /** The bytes as chosen, or the first sheet of a workbook as CSV. The browser reads them from the disk while it sends them. */
  readonly content: Blob;
  readonly columns: readonly FileColumn[];
}

/** A column of a file with a header. */
export interface FileColumn {
  readonly header: string;
  /** The cells of the first rows. */
  readonly values: readonly string[];
}

/** A message for the user instead of a file. */
export class CsvFileError extends Error {}

/** A workbook is read into memory, and is compressed to about a tenth. */
const maxWorkbookBytes = 20 * 1024 * 1024;
const headBytes = 64 * 1024;
const maxSampleRows = 200;
/** Returns whether the content is an image, an archive or a PDF. */
const isOtherContent = (start: string): boolean =>
  start.startsWith('%PDF-') ||
  Array.from(start).some((character) => character >= '\u000E' && character < ' ');
let openedFiles = 0;

/**
 * Reads the header and the first rows of a chosen file. All rows are read and checked by the service, which accepts files of `maxBytes`.
 * @throws {CsvFileError}
 */
export async function openCsvFile(file: File, maxBytes: number): Promise<CsvFile> {
  if (file.size === 0) throw new CsvFileError(text.files.empty);
  if (/\.xls$/i.test(file.name)) throw new CsvFileError(text.files.oldWorkbook);
  const isWorkbook = /\.xls[xm]$/i.test(file.name);
  const content = isWorkbook ? await convertWorkbook(file) : file.slice(0, file.size, 'text/csv');
  if (content.size > maxBytes)
    throw new CsvFileError(text.files.tooLarge(formatBytes(content.size), formatBytes(maxBytes)));
  const head = new Uint8Array(await content.slice(0, headBytes).arrayBuffer());
  const start = decode(head);
  if (!isWorkbook && isOtherContent(start)) throw new CsvFileError(text.files.notTable);
  openedFiles += 1;
  return { id: String(openedFiles), name: file.name, content, columns: readColumns(start) };
}

/** Reads a workbook in a worker, so that a large one does not stop the page. */
function convertWorkbook(file: File): Promise<Blob> {
  if (file.size > maxWorkbookBytes)
    throw new CsvFileError(text.files.workbookTooLarge(String(maxWorkbookBytes / 1024 / 1024)));
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Blob>((resolve, reject) => {
    const fail = () => reject(new CsvFileError(text.files.workbookUnreadable));
    worker.addEventListener('message', ({ data }: MessageEvent<WorkbookResult>) =>
      data.csv === undefined ? fail() : resolve(data.csv),
    );
    worker.addEventListener('error', fail);
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}

function decode(bytes: Uint8Array): string {
  const mark = `${bytes[0]},${bytes[1]}`;
  const encoding = mark === '255,254' ? 'utf-16le' : mark === '254,255' ? 'utf-16be' : 'utf-8';
  try {
    // As a stream, because the last character can be incomplete.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Returns the columns of the first line, so that they can be chosen even if the service finds no phone number among them. */
function readColumns(head: string): FileColumn[] {
  const [declaration, separator] = /^sep=(.)\r?\n/i.exec(head) ?? ['', separatorOf(head)];
  const [headers = [], ...rows] = readRecords(head.slice(declaration.length), separator!);
  return headers
    .map((header, index) => ({ header, values: rows.map((row) => row[index] ?? '') }))
    .filter(({ header }) => header !== '');
}

function separatorOf(head: string): string {
  const line = head.slice(0, head.search(/\r?\n|$/));
  const counts = [',', ';', '\t', '|'].map((separator) => [separator, line.split(separator).length] as const);
  return counts.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

/** Returns the trimmed cells of the first lines. Quoted cells can have several lines. */
function readRecords(head: string, separator: string): string[][] {
  const records: string[][] = [[]];
  let isQuoted = false;
  let cell = '';
  for (const character of `${head}\n`) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted || (character !== separator && character !== '\n')) cell += character;
    else {
      records.at(-1)!.push(cell.trim());
      cell = '';
      if (character !== '\n') continue;
      if (records.length > maxSampleRows) break;
      records.push([]);
    }
  }
  return records.filter((cells) => cells.some((text) => text !== ''));
}
