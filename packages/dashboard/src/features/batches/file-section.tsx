import { ParleyError } from '@parley/sdk/client';
import { api, readError, useChange, useList } from '../../api.ts';
import { Button, Spinner } from '../../components/button.tsx';
import { Field, Select } from '../../components/field.tsx';
import { FileDrop } from '../../components/file-drop.tsx';
import { Section } from '../../components/page.tsx';
import { FormError } from '../../components/states.tsx';
import { countryOptions } from '../../countries.ts';
import type { CsvFile } from '../../csv-file.ts';
import { saveFile } from '../../save-file.ts';
import { text } from '../../text/index.ts';
import { optionsOf } from '../../text/options.ts';
import { useSession } from '../session/session.ts';
import { dateOrderOf } from './file-check.ts';

const words = text.batches.form;

/** How national numbers and dates are read. Empty texts stand for the defaults of the service. */
export interface ReadingSettings {
  readonly defaultCountry: string;
  readonly dateOrder: string;
}

/** What decides how a file is read. */
export interface FileSettings extends ReadingSettings {
  readonly agentId: string;
}

interface FileCheck {
  readonly isFetching: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface FileSectionProps {
  readonly file: CsvFile | undefined;
  readonly onFile: (file: CsvFile) => void;
  readonly settings: FileSettings;
  readonly onSettings: (settings: FileSettings) => void;
  readonly check: FileCheck;
}

/** The file, who calls, and how national numbers and dates are read. */
export function FileSection({ file, onFile, settings, onSettings, check }: FileSectionProps) {
  const set = (changed: Partial<FileSettings>) => onSettings({ ...settings, ...changed });
  const { maxFileBytes } = useSession();
  return (
    <Section title={words.file} actions={<TemplateButton agentId={settings.agentId} />}>
      <div className="grid gap-4 px-4 py-4">
        <FileDrop label={words.file} file={file} onFile={onFile} maxBytes={maxFileBytes} />
        <div className="grid gap-4 md:grid-cols-3">
          <AgentField agentId={settings.agentId} onAgentId={(agentId) => set({ agentId })} />
          <ReadingFields file={file} settings={settings} onSettings={set} />
        </div>
        <CheckState check={check} />
      </div>
    </Section>
  );
}

interface ReadingFieldsProps {
  readonly file: CsvFile | undefined;
  readonly settings: ReadingSettings;
  readonly onSettings: (changed: Partial<ReadingSettings>) => void;
}

/** How national numbers and dates are read. */
export function ReadingFields({ file, settings, onSettings }: ReadingFieldsProps) {
  const found = file && dateOrderOf(file);
  return (
    <>
      <Field label={words.country} hint={words.countryHint}>
        <Select
          value={settings.defaultCountry}
          onValue={(defaultCountry) => onSettings({ defaultCountry })}
          options={[['', words.noCountry], ...countryOptions()]}
        />
      </Field>
      <Field
        label={words.dateOrder}
        hint={found?.order === settings.dateOrder ? words.dateOrderFound(found.example) : words.dateOrderHint}
      >
        <Select
          value={settings.dateOrder}
          onValue={(dateOrder) => onSettings({ dateOrder })}
          options={optionsOf<string>(words.dateOrders)}
        />
      </Field>
    </>
  );
}

/** Whether the service is reading the file, or why it cannot. */
export function CheckState({ check: { isFetching, error, refetch } }: { readonly check: FileCheck }) {
  if (isFetching)
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-muted">
        <Spinner />
        {words.checking}
      </p>
    );
  if (error === null) return null;
  if (error instanceof ParleyError && error.code === 'csv_missing_phone_column')
    return <FormError message={words.choosePhone} />;
  return (
    <div className="grid justify-items-start gap-2">
      <FormError message={readError(error).message} />
      <Button onClick={() => void refetch()}>{text.common.retry}</Button>
    </div>
  );
}

interface AgentFieldProps {
  readonly agentId: string;
  readonly onAgentId: (agentId: string) => void;
}

/** Only agents that make calls. */
function AgentField({ agentId, onAgentId }: AgentFieldProps) {
  const agents = useList('listAgents', { query: { limit: 100 } });
  const callers = agents.rows.filter(({ type }) => type === 'voice');
  return (
    <Field
      label={words.agent}
      hint={!agents.isPending && callers.length === 0 ? words.noAgents : words.agentHint}
    >
      <Select
        required
        value={agentId}
        onValue={onAgentId}
        options={[['', words.chooseAgent], ...callers.map(({ id, name }) => [id, name] as const)]}
      />
    </Field>
  );
}

function TemplateButton({ agentId }: { readonly agentId: string }) {
  const download = useChange(
    async () => {
      const query = agentId === '' ? '' : `?agentId=${agentId}`;
      const response = await api.send('GET', `/v1/api/batch-calls/template${query}`);
      saveFile('template.csv', await response.blob());
    },
    { changes: [] },
  );
  return (
    <Button variant="ghost" pending={download.isPending} onClick={() => download.mutate(undefined)}>
      {words.download}
    </Button>
  );
}
