import type { Workspace, WorkspacePatch } from '@parley/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, useChange } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Field, Select, TextInput } from '../components/field.tsx';
import { Facts, Section } from '../components/page.tsx';
import { FormError, QueryState } from '../components/states.tsx';
import { useCan, useSession } from '../features/session/session.ts';
import { ChangePassword } from '../features/settings/change-password.tsx';
import { formatCount } from '../format.ts';
import { SettingsPane } from '../features/settings/section.tsx';
import { text } from '../text/index.ts';
import { optionsOf } from '../text/options.ts';

const words = text.settings.workspace;

export function WorkspaceSection() {
  const { currentWorkspaceId: workspaceId } = useSession();
  const query = useQuery({
    queryKey: ['getWorkspace', workspaceId],
    queryFn: ({ signal }) => api.getWorkspace({ path: { workspaceId }, signal }),
  });
  return (
    <SettingsPane label={text.settings.sections.workspace}>
      <QueryState query={query}>
        {(workspace) => (
          <>
            <WorkspaceForm workspace={workspace} />
            <RetentionForm workspace={workspace} />
            <WorkspaceLimits workspace={workspace} />
          </>
        )}
      </QueryState>
      <ChangePassword />
    </SettingsPane>
  );
}

function WorkspaceForm({ workspace }: { readonly workspace: Workspace }) {
  const { id: workspaceId, name, timezone, callingHours, singleCallsOutsideHours } = workspace;
  const [form, setForm] = useState({ name, timezone, callingHours, singleCallsOutsideHours });
  const canWrite = useCan('workspace:write');
  const save = useChange((body: WorkspacePatch) => api.updateWorkspace({ path: { workspaceId }, body }), {
    changes: ['getWorkspace', 'listWorkspaces'],
  });
  return (
    <Section title={text.settings.sections.workspace}>
      <form
        className="grid gap-4 px-4 py-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(form);
        }}
      >
        <Field label={words.name} error={save.fields['name']}>
          <TextInput required value={form.name} onValue={(value) => setForm({ ...form, name: value })} />
        </Field>
        <Field label={words.timezone} hint={words.timezoneHint} error={save.fields['timezone']}>
          <TextInput
            required
            value={form.timezone}
            onValue={(value) => setForm({ ...form, timezone: value })}
          />
        </Field>
        <Field label={words.callingHours} hint={words.callingHoursHint} error={save.fields['callingHours']}>
          <Select
            value={form.callingHours}
            onValue={(value) => setForm({ ...form, callingHours: value })}
            options={optionsOf(words.callingHoursOptions)}
          />
        </Field>
        <Field label={words.singleCalls} error={save.fields['singleCallsOutsideHours']}>
          <Select
            value={form.singleCallsOutsideHours}
            onValue={(value) => setForm({ ...form, singleCallsOutsideHours: value })}
            options={optionsOf(words.singleCallsOptions)}
          />
        </Field>
        <FormError message={save.message} />
        <div className="flex items-center gap-3">
          <Button type="submit" variant="primary" disabled={!canWrite} pending={save.isPending}>
            {text.common.save}
          </Button>
          <p role="status" className="text-sm text-muted">
            {save.isSuccess && words.saved}
            {!canWrite && text.common.forbidden('workspace:write')}
          </p>
        </div>
      </form>
    </Section>
  );
}

const retentionFields = [
  'recordingsDays',
  'transcriptsDays',
  'messagesDays',
  'dispositionsDays',
  'eventsDays',
] as const;
type RetentionField = (typeof retentionFields)[number];

function RetentionForm({ workspace: { id: workspaceId, retention } }: { readonly workspace: Workspace }) {
  const [form, setForm] = useState(
    () =>
      Object.fromEntries(retentionFields.map((field) => [field, String(retention[field] ?? '')])) as Record<
        RetentionField,
        string
      >,
  );
  const canWrite = useCan('workspace:write');
  const save = useChange((body: WorkspacePatch) => api.updateWorkspace({ path: { workspaceId }, body }), {
    changes: ['getWorkspace'],
  });
  const change = Object.fromEntries(
    retentionFields.map((field) => [field, form[field] === '' ? null : Number(form[field])]),
  );
  return (
    <Section title={words.retention}>
      <form
        className="grid gap-4 px-4 py-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ retention: change });
        }}
      >
        <p className="text-sm text-muted">{words.retentionHint}</p>
        {retentionFields.map((field) => {
          const [label, hint] = words.retentionFields[field];
          return (
            <Field key={field} label={label!} hint={hint} error={save.fields[`retention.${field}`]}>
              <TextInput
                type="number"
                min={1}
                max={field === 'eventsDays' ? 30 : 3650}
                value={form[field]}
                onValue={(value) => setForm({ ...form, [field]: value })}
              />
            </Field>
          );
        })}
        <FormError message={save.message} />
        <div className="flex items-center gap-3">
          <Button type="submit" variant="primary" disabled={!canWrite} pending={save.isPending}>
            {words.saveRetention}
          </Button>
          <p role="status" className="text-sm text-muted">
            {save.isSuccess && words.retentionSaved}
          </p>
        </div>
      </form>
    </Section>
  );
}

function WorkspaceLimits({ workspace }: { readonly workspace: Workspace }) {
  return (
    <Section title={words.limits}>
      <Facts
        facts={[
          [words.plan, workspace.plan],
          [words.requests, formatCount(workspace.limits.requestsPerMinute)],
          [words.calls, formatCount(workspace.limits.concurrentCalls)],
          [words.starts, formatCount(workspace.limits.callStartsPerSecond)],
          [
            words.id,
            <code key="id" className="font-mono text-xs break-all">
              {workspace.id}
            </code>,
          ],
        ]}
      />
    </Section>
  );
}
