import type { BatchReport } from '@parley/sdk/client';
import { useNow } from '../../components/time.tsx';
import { browserZone, formatLocalTime, formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';
import { PreviewTable } from './preview-table.tsx';

const words = text.batches.form;

interface FilePreviewProps {
  readonly report: BatchReport;
  readonly dateOrder: string;
}

/** The first rows of the file as the service reads them, with the earliest call in the local time of each person. */
export const FilePreview = ({ report, dateOrder }: FilePreviewProps) => (
  <PreviewTable
    title={words.previewTitle}
    report={report}
    recipientRole="phone_number"
    dateOrder={dateOrder}
    leading={[
      {
        heading: words.reserved.phone_number,
        cells: report.preview.map((_row, index) => <PhoneNumber key={index} report={report} index={index} />),
      },
      {
        heading: words.localTime,
        cells: report.calleeTimes.map((time, index) =>
          report.openings[index] === null ? (
            <NotCalled key={index} />
          ) : (
            <CalleeTime key={index} time={time} />
          ),
        ),
      },
    ]}
  />
);

/** The number of a row, or what the file has instead. */
function PhoneNumber({ report, index }: { readonly report: BatchReport; readonly index: number }) {
  const number = report.phoneNumbers[index] ?? null;
  if (number !== null) return formatPhone(number);
  const name = report.columns.find(({ role }) => role === 'phone_number')?.name ?? '';
  return (
    <span className="text-bad">
      {report.preview[index]?.[name]} ({words.invalidNumber})
    </span>
  );
}

const NotCalled = () => <span className="text-muted">{words.notCalled}</span>;

/** The earliest call in the time zone of the person. */
function CalleeTime({ time }: { readonly time: BatchReport['calleeTimes'][number] }) {
  const now = useNow(30_000);
  if (time === null) return null;
  const { timezone, nextAllowedAt } = time;
  if (nextAllowedAt === null)
    return <span className="text-bad">{timezone === null ? words.unknownZone : words.never}</span>;
  const earliestMs = Math.max(Date.parse(nextAllowedAt), now);
  return (
    <>
      {formatLocalTime(new Date(earliestMs).toISOString(), timezone ?? browserZone)}{' '}
      {earliestMs === now && <span className="text-muted">({words.now}) </span>}
      <span className="text-xs text-faint">{timezone?.split('/').at(-1)?.replaceAll('_', ' ')}</span>
    </>
  );
}
