import type { ImportedSuppressions } from '@parley/sdk/client';
import { useState } from 'react';
import { api, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox, Field, Select, TextInput } from '../../components/field.tsx';
import { FileDrop } from '../../components/file-drop.tsx';
import { FormError } from '../../components/states.tsx';
import { countryOptions } from '../../countries.ts';
import type { CsvFile } from '../../csv-file.ts';
import { formatCount } from '../../format.ts';
import { placeOf, toPageWording } from '../../wording.ts';
import { text } from '../../text/index.ts';
import { optionsOf } from '../../text/options.ts';
import { DialogButton } from '../session/dialog-button.tsx';
import { useSession } from '../session/session.ts';

const words = text.suppressions;
const timeoutMs = 30 * 60_000;

async function importFile(file: CsvFile, options: Readonly<Record<string, string>>) {
  const query = new URLSearchParams(Object.entries(options).filter(([, value]) => value !== ''));
  const path = `/v1/api/suppressions/import?${query.toString()}`;
  const response = await api.send('POST', path, { file: file.content, timeoutMs });
  return (await response.json()) as ImportedSuppressions;
}

/** Adds the addresses of a file, and shows the rows that could not be added. */
export const ImportSuppressions = () => (
  <DialogButton
    scope="conversations:write"
    label={words.import}
    title={words.importTitle}
    description={words.importDescription}
  >
    {(close) => <ImportForm onDone={close} />}
  </DialogButton>
);

function ImportForm({ onDone }: { readonly onDone: () => void }) {
  const { maxFileBytes } = useSession();
  const [file, setFile] = useState<CsvFile>();
  const [channel, setChannel] = useState<keyof typeof words.channelsWithAll>('all');
  const [reason, setReason] = useState('');
  const [defaultCountry, setCountry] = useState('');
  const [skipsInvalid, setSkipsInvalid] = useState(false);
  const run = useChange(
    (chosen: CsvFile) => {
      const onInvalidRows = skipsInvalid ? 'skip' : 'refuse';
      return importFile(chosen, { channel, reason, defaultCountry, onInvalidRows });
    },
    { changes: ['listSuppressions'] },
  );
  if (run.data !== undefined)
    return (
      <>
        <p className="text-sm">
          {words.imported(formatCount(run.data.validRows), formatCount(run.data.totalRows))}
        </p>
        <RowErrors
          errors={run.data.errors.map(({ row, message }) =>
            words.invalidRow(String(row), toPageWording(message)),
          )}
        />
        <div className="flex justify-end">
          <Button variant="primary" onClick={onDone}>
            {words.done}
          </Button>
        </div>
      </>
    );
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (file !== undefined) run.mutate(file);
      }}
    >
      <FileDrop label={words.importTitle} file={file} onFile={setFile} maxBytes={maxFileBytes} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={words.channel}>
          <Select value={channel} onValue={setChannel} options={optionsOf(words.channelsWithAll)} />
        </Field>
        <Field label={words.country} error={run.fields['defaultCountry']}>
          <Select
            value={defaultCountry}
            onValue={setCountry}
            options={[['', words.noCountry], ...countryOptions()]}
          />
        </Field>
      </div>
      <Field label={words.reason} error={run.fields['reason']}>
        <TextInput value={reason} onValue={setReason} />
      </Field>
      <Checkbox label={words.skipInvalid} checked={skipsInvalid} onChecked={setSkipsInvalid} />
      <FormError message={run.message.split('\n')[0]!} />
      <RowErrors
        errors={Object.entries(run.fields).map(([path, message]) => `${placeOf(path)}: ${message}`)}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{text.common.cancel}</Button>
        <Button type="submit" variant="primary" disabled={file === undefined} pending={run.isPending}>
          {words.import}
        </Button>
      </div>
    </form>
  );
}

const RowErrors = ({ errors }: { readonly errors: readonly string[] }) =>
  errors.length > 0 && (
    <ul
      tabIndex={0}
      className="max-h-40 overflow-y-auto rounded-md border border-line px-3 py-2 text-sm text-muted"
    >
      {errors.map((message) => (
        <li key={message} className="break-words">
          {message}
        </li>
      ))}
    </ul>
  );
