import type { BatchReport } from '@parley/sdk/client';
import { Link, type LinkProps } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/field.tsx';
import { Section } from '../../components/page.tsx';
import { csvLine } from '../../csv-file.ts';
import { formatCount } from '../../format.ts';
import { saveFile } from '../../save-file.ts';
import { text } from '../../text/index.ts';

const words = text.batches.form;

/** The decisions that a file with errors, or a repeated file, needs. */
export interface FileDecisions {
  readonly skipInvalid: boolean;
  readonly allowRepeat: boolean;
}

/** What the checks of call batches and of message batches have in common. */
type FileReport = Pick<
  BatchReport,
  | 'validRows'
  | 'invalidRows'
  | 'duplicateRows'
  | 'suppressedRows'
  | 'repeatOf'
  | 'errors'
  | 'errorsTruncated'
  | 'warnings'
>;

/** What happens to the people of the file: they are called or written to. */
type FindingsWording = Pick<typeof words, 'valid' | 'skipInvalid' | 'allowRepeat'>;

/** The decisions about a file that was not looked at yet. */
export const undecided: FileDecisions = { skipInvalid: false, allowRepeat: false };

interface Readiness {
  readonly decisions: FileDecisions;
  /** Whether the user has chosen all that the check of the file needs. */
  readonly isComplete: boolean;
  readonly wording: Readonly<Record<'cannotStart' | 'fixErrors' | 'fixRepeat', string>>;
}

/** Returns what the user must do before the start. */
export function obstacleOf(
  report: Pick<FileReport, 'invalidRows' | 'repeatOf'> | undefined,
  { decisions, isComplete, wording }: Readiness,
): string | undefined {
  if (!isComplete) return wording.cannotStart;
  if (report === undefined) return undefined;
  if (report.invalidRows > 0 && !decisions.skipInvalid) return wording.fixErrors;
  return report.repeatOf !== null && !decisions.allowRepeat ? wording.fixRepeat : undefined;
}

interface FileFindingsProps {
  readonly wording: FindingsWording;
  readonly report: FileReport;
  /** The page of a batch. */
  readonly linkOf: (batchId: string) => LinkProps;
  readonly decisions: FileDecisions;
  readonly onDecisions: (decisions: FileDecisions) => void;
}

/** How many people can be reached, and what the service found in the file. */
export function FileFindings({ wording, report, linkOf, decisions, onDecisions }: FileFindingsProps) {
  const counts = [
    [wording.valid, report.validRows, 'text-ok'],
    [words.invalid, report.invalidRows, report.invalidRows > 0 ? 'text-bad' : ''],
    [words.duplicate, report.duplicateRows, ''],
    [words.suppressed, report.suppressedRows, ''],
  ] as const;
  return (
    <Section title={words.checkTitle}>
      <dl className="grid grid-cols-4 gap-3 px-4 py-3 max-md:grid-cols-2">
        {counts.map(([label, count, tone]) => (
          <div key={label}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd className={`text-xl font-semibold ${tone}`}>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {report.repeatOf !== null && (
        <div className="grid gap-2 border-t border-line px-4 py-3 text-sm">
          <p>
            {words.repeated}{' '}
            <Link {...linkOf(report.repeatOf)} className="text-accent underline">
              {words.openRepeated}
            </Link>
          </p>
          <Checkbox
            label={wording.allowRepeat}
            checked={decisions.allowRepeat}
            onChecked={(allowRepeat) => onDecisions({ ...decisions, allowRepeat })}
          />
        </div>
      )}
      {report.errors.length > 0 && <FileErrors {...{ wording, report, decisions, onDecisions }} />}
      {report.warnings.length > 0 && <FileWarnings warnings={report.warnings} />}
    </Section>
  );
}

function FileErrors({ wording, report, decisions, onDecisions }: Omit<FileFindingsProps, 'linkOf'>) {
  const headings = [words.errorRow, words.errorColumn, words.errorValue, words.errorMessage];
  const records = report.errors.map(({ row, column, value, message }) => [
    String(row),
    column ?? '',
    value ?? '',
    message,
  ]);
  const download = () => {
    const lines = ['\uFEFF', csvLine(headings), ...records.map(csvLine)];
    saveFile('errors.csv', new Blob(lines, { type: 'text/csv' }));
  };
  return (
    <div className="grid gap-2 border-t border-line px-4 py-3">
      <div className="flex items-center gap-2">
        <h3 className="flex-1 text-sm font-medium">{words.errorsTitle}</h3>
        <Button onClick={download}>{words.downloadErrors}</Button>
      </div>
      <div
        role="region"
        aria-label={words.errorsTitle}
        tabIndex={0}
        className="max-h-64 overflow-auto rounded-md border border-line"
      >
        <table className="w-full text-sm">
          <thead className="sticky top-0 bg-surface text-xs text-muted">
            <tr>
              {headings.map((heading) => (
                <th key={heading} scope="col" className="px-3 py-1.5 text-start font-medium">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.map(([row, column, value, message], index) => (
              <tr key={index} className="border-t border-line align-top">
                <td className="px-3 py-1.5 whitespace-nowrap">{row}</td>
                <td className="px-3 py-1.5 break-words">{column}</td>
                <td className="max-w-40 truncate px-3 py-1.5 font-mono text-xs leading-5">{value}</td>
                <td className="min-w-56 px-3 py-1.5">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {report.errorsTruncated && <p className="text-xs text-faint">{words.errorsTruncated}</p>}
      <Checkbox
        label={wording.skipInvalid(formatCount(report.invalidRows))}
        checked={decisions.skipInvalid}
        onChecked={(skipInvalid) => onDecisions({ ...decisions, skipInvalid })}
      />
    </div>
  );
}

const FileWarnings = ({ warnings }: Pick<FileReport, 'warnings'>) => (
  <div className="grid gap-2 border-t border-line px-4 py-3">
    <h3 className="text-sm font-medium">{words.warningsTitle}</h3>
    <ul className="grid gap-2">
      {warnings.map(({ code, column, message, rows, firstRows }) => (
        <li key={`${code} ${column} ${message}`} className="grid grid-cols-[auto_1fr] gap-x-2 text-sm">
          <TriangleAlert aria-hidden size={16} className="mt-0.5 text-warn" />
          <p className="min-w-0 break-words">
            {message}{' '}
            {rows > 0 && firstRows[0] !== undefined && (
              <span className="text-muted">{words.warningRows(formatCount(rows), String(firstRows[0]))}</span>
            )}
          </p>
        </li>
      ))}
    </ul>
  </div>
);
