import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../components/dialog.tsx';
import { Facts } from '../../components/page.tsx';
import { PersonLink } from '../../components/person-link.tsx';
import { QueryState } from '../../components/states.tsx';
import { formatDateTime, formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';
import { customerFacts } from '../calls/call-facts.tsx';
import { rowQuery } from './batch-queries.ts';
import { readableValues, resultText } from './row-text.ts';

const words = text.batches.batch;

interface RowDialogProps {
  readonly batchId: string;
  readonly jobId: string;
  readonly onClose: () => void;
}

/** A row without a call: who it is, its values, and why it was not called. */
export function RowDialog({ batchId, jobId, onClose }: RowDialogProps) {
  const query = useQuery(rowQuery(batchId, jobId));
  const { data } = query;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={
        data === undefined ? words.columns.person : (data.customer.name ?? formatPhone(data.phoneNumber))
      }
    >
      <QueryState query={query}>
        {(row) => (
          <Facts
            facts={[
              [words.columns.number, <PersonLink key="number" address={row.phoneNumber} />],
              [words.columns.result, resultText(row)],
              [words.columns.detail, row.detail],
              [words.row, row.row],
              [words.scheduled, row.scheduledAt && formatDateTime(row.scheduledAt)],
              ...customerFacts(row.customer),
              ...readableValues(row.dynamic),
            ]}
          />
        )}
      </QueryState>
    </Dialog>
  );
}
