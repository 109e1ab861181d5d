import type { BatchReport } from '@parley/sdk/client';
import type { ReactNode } from 'react';
import { Section } from '../../components/page.tsx';
import { formatPlainTime } from '../../format.ts';
import { text } from '../../text/index.ts';

const words = text.batches.form;

interface LeadingColumn {
  readonly heading: string;
  /** By row. */
  readonly cells: readonly ReactNode[];
}

interface PreviewTableProps {
  readonly title: string;
  readonly report: Pick<BatchReport, 'columns' | 'preview' | 'times'>;
  /** Shown instead of the column of the recipients. */
  readonly leading: readonly LeadingColumn[];
  readonly recipientRole: 'phone_number' | 'email';
  /** Empty: ISO 8601. */
  readonly dateOrder: string;
}

/** The first rows of a file, with its dates as the service reads them. */
export function PreviewTable({ title, report, leading, recipientRole, dateOrder }: PreviewTableProps) {
  const columns = report.columns.filter(({ role }) => role !== recipientRole);
  const hasTimes = report.times.some((times) => Object.keys(times).length > 0);
  return (
    <Section title={title}>
      <div role="region" aria-label={title} tabIndex={0} className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead className="text-xs text-muted">
            <tr>
              {[...leading, ...columns.map(({ header }) => ({ heading: header }))].map(
                ({ heading }, index) => (
                  <th key={index} scope="col" className="px-4 py-2 text-start font-medium whitespace-nowrap">
                    {heading}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {report.preview.map((row, index) => (
              <tr key={index} className="border-t border-line align-top">
                {leading.map(({ heading, cells }) => (
                  <td key={heading} className="px-4 py-2 whitespace-nowrap">
                    {cells[index]}
                  </td>
                ))}
                {columns.map(({ name }) => (
                  <td key={name} className="max-w-56 truncate px-4 py-2">
                    {row[name]}
                    <ReadTime written={row[name]} time={report.times[index]?.[name]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {dateOrder !== '' && !hasTimes && (
        <p className="border-t border-line px-4 py-3 text-sm text-muted">{words.noDates}</p>
      )}
    </Section>
  );
}

/** How a date is read, unless it is written in the form of the service. */
function ReadTime({
  written,
  time,
}: {
  readonly written: string | undefined;
  readonly time: string | null | undefined;
}) {
  if (time === undefined || time === written) return null;
  return time === null ? (
    <span className="block text-xs text-bad">{words.unreadDate}</span>
  ) : (
    <span className="block text-xs text-muted">{words.readDate(formatPlainTime(time))}</span>
  );
}
