import type { BatchCallRow } from '@parley/sdk/client';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { api, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { FormError } from '../../components/states.tsx';
import { formatCount, formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';
import type { rowsQueryOf } from './batch-queries.ts';
import { detailText, resultText, valuesText } from './row-text.ts';

const words = text.batches.batch;

interface PrintButtonProps {
  readonly batchId: string;
  readonly name: string;
  readonly query: ReturnType<typeof rowsQueryOf>;
}

const maxPrintedRows = 2_000;

/** Reads the rows that the filters show, and prints them as a table of their own. */
export function PrintButton({ batchId, name, query }: PrintButtonProps) {
  const [printed, setPrinted] = useState<readonly BatchCallRow[]>();
  const read = useChange(
    async () => {
      const rows: BatchCallRow[] = [];
      const list = api.iterate('listBatchCalls', { path: { batchId }, query: { ...query, limit: 100 } });
      for await (const row of list) {
        rows.push(row);
        if (rows.length === maxPrintedRows) break;
      }
      return rows;
    },
    { changes: [], onSuccess: setPrinted },
  );
  useEffect(() => {
    if (printed === undefined) return undefined;
    const clear = () => setPrinted(undefined);
    addEventListener('afterprint', clear);
    print();
    return () => removeEventListener('afterprint', clear);
  }, [printed]);
  return (
    <>
      <Button pending={read.isPending} onClick={() => read.mutate(undefined)}>
        {words.print}
      </Button>
      <FormError message={read.message} />
      {printed !== undefined && createPortal(<PrintedRows name={name} rows={printed} />, document.body)}
    </>
  );
}

const { columns } = words;
const printedColumns = [columns.person, columns.number, columns.values, columns.result, columns.answers];

const PrintedRows = ({ name, rows }: { readonly name: string; readonly rows: readonly BatchCallRow[] }) => (
  <div className="print-only p-4 text-sm">
    <h1 className="pb-2 text-lg font-semibold">{name}</h1>
    {rows.length === maxPrintedRows && <p className="pb-2">{words.printed(formatCount(maxPrintedRows))}</p>}
    <table className="w-full">
      <thead>
        <tr className="text-start">
          {printedColumns.map((heading) => (
            <th key={heading} scope="col" className="border-b py-1 pe-3 text-start">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.jobId}>
            <td className="border-b border-line py-1 pe-3">{row.customer.name}</td>
            <td className="border-b border-line py-1 pe-3 whitespace-nowrap">
              {formatPhone(row.phoneNumber)}
            </td>
            <td className="border-b border-line py-1 pe-3">{valuesText(row.dynamic)}</td>
            <td className="border-b border-line py-1 pe-3">{resultText(row)}</td>
            <td className="border-b border-line py-1">{detailText(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
