import type { MessageBatchReport } from '@parley/sdk/client';
import { formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';
import { PreviewTable } from '../batches/preview-table.tsx';

const words = text.messageBatches;

interface RecipientPreviewProps {
  readonly report: MessageBatchReport;
  readonly dateOrder: string;
}

/** The first rows of the file as the service reads them. */
export const RecipientPreview = ({ report, dateOrder }: RecipientPreviewProps) => (
  <PreviewTable
    title={words.form.preview}
    report={report}
    recipientRole={report.channel === 'sms' ? 'phone_number' : 'email'}
    dateOrder={dateOrder}
    leading={[
      {
        heading: words.batch.columns.person,
        cells: report.recipients.map((recipient, index) =>
          recipient === null ? (
            <span key={index} className="text-bad">
              {words.form.invalid}
            </span>
          ) : (
            formatPhone(recipient)
          ),
        ),
      },
    ]}
  />
);
