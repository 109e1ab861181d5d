import type { BatchReport } from '@parley/sdk/client';
import { Link, type LinkProps } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/field.tsx';
import { Section } from '../../components/page.tsx';
import { FormError } from '../../components/states.tsx';
import { formatCount } from '../../format.ts';
import { text } from '../../text/index.ts';
import { toPageWording } from '../../wording.ts';

const words = text.batches.form;

/** The decisions that a file with errors, or a repeated file, needs. */
export interface FileDecisions {
  readonly skipInvalid: boolean;
  readonly allowRepeat: boolean;
  /** Whether people of other batches of the last 24 hours are skipped. */
  readonly skipRecent: boolean;
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
> &
  Partial<Pick<BatchReport, 'recentRows'>>;

/** What happens to the people of the file: they are called or written to. */
type FindingsWording = Pick<typeof words, 'valid' | 'skipInvalid' | 'allowRepeat'> &
  Partial<Pick<typeof words, 'skipRecent'>>;

/** The decisions about a file that was not looked at yet. */
export const undecided: FileDecisions = { skipInvalid: false, allowRepeat: false, skipRecent: true };

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
  /** Saves the rows with errors as a file. */
  readonly onSaveRejected: () => Promise<void>;
}

/** How many people can be reached, and what the service found in the file. */
export function FileFindings({ linkOf, ...props }: FileFindingsProps) {
  const { wording, report, decisions, onDecisions } = props;
  const { recentRows = 0 } = report;
  const counts = [
    [wording.valid, report.validRows, 'text-ok'],
    [words.invalid, report.invalidRows, report.invalidRows > 0 ? 'text-bad' : ''],
    [words.duplicate, report.duplicateRows, ''],
    [words.suppressed, report.suppressedRows, ''],
    ...(recentRows > 0 ? ([[words.recent, recentRows, '']] as const) : []),
  ] as const;
  return (
    <Section title={words.checkTitle}>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3 px-4 py-3 max-md:grid-cols-2">
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
      {report.errors.length > 0 && <FileErrors {...props} />}
      {report.warnings.length > 0 && (
        <FileWarnings wording={wording} report={report} decisions={decisions} onDecisions={onDecisions} />
      )}
    </Section>
  );
}

function FileErrors({
  wording,
  report,
  decisions,
  onDecisions,
  onSaveRejected,
}: Omit<FileFindingsProps, 'linkOf'>) {
  const save = useChange(onSaveRejected, { changes: [] });
  const headings = [words.errorRow, words.errorColumn, words.errorValue, words.errorMessage];
  const records = report.errors.map(({ row, column, value, message }) => [
    String(row),
    column ?? '',
    value ?? '',
    toPageWording(message),
  ]);
  return (
    <div className="grid gap-2 border-t border-line px-4 py-3">
      <div className="flex items-center gap-2">
        <h3 className="flex-1 text-sm font-medium">{words.errorsTitle}</h3>
        <Button pending={save.isPending} onClick={() => save.mutate(undefined)}>
          {words.downloadErrors}
        </Button>
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
      <p className="text-sm text-muted">{words.downloadHint}</p>
      <FormError message={save.message} />
      {report.errorsTruncated && <p className="text-xs text-faint">{words.errorsTruncated}</p>}
      <Checkbox
        label={wording.skipInvalid(formatCount(report.invalidRows))}
        checked={decisions.skipInvalid}
        onChecked={(skipInvalid) => onDecisions({ ...decisions, skipInvalid })}
      />
    </div>
  );
}

const FileWarnings = ({
  wording,
  report: { warnings, repeatOf },
  decisions,
  onDecisions,
}: Pick<FileFindingsProps, 'wording' | 'report' | 'decisions' | 'onDecisions'>) => (
  <div className="grid gap-2 border-t border-line px-4 py-3">
    <h3 className="text-sm font-medium">{words.warningsTitle}</h3>
    <ul className="grid gap-2">
      {warnings.map(({ code, column, message, rows }) => (
        <li key={`${code} ${column} ${message}`} className="grid grid-cols-[auto_1fr] gap-x-2 text-sm">
          <TriangleAlert aria-hidden size={16} className="mt-0.5 text-warn" />
          <div className="grid min-w-0 gap-1 break-words">
            <p>{toPageWording(message)}</p>
            {code === 'in_recent_batch' && repeatOf === null && wording.skipRecent !== undefined && (
              <Checkbox
                label={wording.skipRecent(formatCount(rows))}
                checked={decisions.skipRecent}
                onChecked={(skipRecent) => onDecisions({ ...decisions, skipRecent })}
              />
            )}
          </div>
        </li>
      ))}
    </ul>
  </div>
);
