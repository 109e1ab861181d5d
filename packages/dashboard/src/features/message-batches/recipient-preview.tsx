import type { MessageBatchReport } from '@parley/sdk/client';
import { Section } from '../../components/page.tsx';
import { formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';

const words = text.messageBatches;

/** The first rows of the file as the service reads them. */
export function RecipientPreview({ report }: { readonly report: MessageBatchReport }) {
  const recipientRole = report.channel === 'sms' ? 'phone_number' : 'email';
  const columns = report.columns.filter(({ role }) => role !== recipientRole);
  return (
    <Section title={words.form.preview}>
      <div role="region" aria-label={words.form.preview} tabIndex={0} className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead className="text-xs text-muted">
            <tr>
              {[words.batch.columns.person, ...columns.map(({ header }) => header)].map((heading) => (
                <th key={heading} scope="col" className="px-4 py-2 text-start font-medium whitespace-nowrap">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.preview.map((row, index) => {
              const recipient = report.recipients[index] ?? null;
              return (
                <tr key={index} className="border-t border-line">
                  <td className="px-4 py-2 whitespace-nowrap">
                    {recipient === null ? (
                      <span className="text-bad">{words.form.invalid}</span>
                    ) : (
                      formatPhone(recipient)
                    )}
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
