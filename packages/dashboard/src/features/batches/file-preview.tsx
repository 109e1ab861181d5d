import type { BatchReport } from '@parley/sdk/client';
import { Section } from '../../components/page.tsx';
import { useNow } from '../../components/time.tsx';
import { browserZone, formatLocalTime, formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';

const words = text.batches.form;

/** The first rows of the file as the service reads them, with the earliest call in the local time of each person. */
export function FilePreview({ report }: { readonly report: BatchReport }) {
  const columns = report.columns.filter(({ role }) => role !== 'phone_number');
  const phone = report.columns.find(({ role }) => role === 'phone_number');
  return (
    <Section title={words.previewTitle}>
      <div role="region" aria-label={words.previewTitle} tabIndex={0} className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead className="text-xs text-muted">
            <tr>
              {[words.reserved.phone_number, words.localTime, ...columns.map(({ header }) => header)].map(
                (heading, index) => (
                  <th key={index} scope="col" className="px-4 py-2 text-start font-medium whitespace-nowrap">
                    {heading}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {report.preview.map((row, index) => {
              const number = report.phoneNumbers[index] ?? null;
              return (
                <tr key={index} className="border-t border-line">
                  <td className="px-4 py-2 whitespace-nowrap">
                    {number === null ? (
                      <span className="text-bad">
                        {row[phone?.name ?? '']} ({words.invalidNumber})
                      </span>
                    ) : (
                      formatPhone(number)
                    )}
                  </td>
                  <td className="px-4 py-2 whitespace-nowrap">
                    <CalleeTime time={report.calleeTimes[index] ?? null} />
                  </td>
                  {columns.map(({ name }) => (
                    <td key={name} className="max-w-56 truncate px-4 py-2">
                      {row[name]}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

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
