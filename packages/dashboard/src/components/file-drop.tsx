import { FileUp } from 'lucide-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import { CsvFileError, openCsvFile, type CsvFile } from '../csv-file.ts';
import { formatBytes } from '../format.ts';
import { text } from '../text/index.ts';
import { Button } from './button.tsx';
import { FormError } from './states.tsx';

const words = text.files;

interface FileDropProps {
  readonly label: string;
  readonly file: CsvFile | undefined;
  readonly onFile: (file: CsvFile) => void;
  /** The size limit of the service. */
  readonly maxBytes: number;
}

/** Takes a file of rows, by drop or by button. */
export function FileDrop({ label, file, onFile, maxBytes }: FileDropProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [isOpening, setIsOpening] = useState(false);
  const [message, setMessage] = useState('');
  const open = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    setIsOpening(true);
    setMessage('');
    try {
      onFile(await openCsvFile(chosen, maxBytes));
    } catch (error) {
      setMessage(error instanceof CsvFileError ? error.message : String(error));
    } finally {
      setIsOpening(false);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void open(event.dataTransfer.files[0]);
  };
  return (
    <div className="grid gap-2">
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={`flex flex-wrap items-center gap-3 rounded-lg border border-dashed p-4 ${isOver ? 'border-accent bg-selected' : 'border-line-strong'}`}
      >
        <FileUp aria-hidden size={20} strokeWidth={1.75} className="text-muted" />
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm font-medium">{file?.name ?? words.drop}</p>
          <p className="text-xs text-faint">
            {file === undefined ? words.hint : formatBytes(file.content.size)}
          </p>
        </div>
        <input
          ref={input}
          id={id}
          type="file"
          aria-label={label}
          accept=".csv,.txt,.tsv,.xlsx,.xlsm,.xls,text/csv"
          className="hidden"
          onChange={(event) => {
            void open(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button pending={isOpening} onClick={() => input.current?.click()}>
          {file === undefined ? words.choose : words.other}
        </Button>
      </div>
      <FormError message={message} />
    </div>
  );
}
