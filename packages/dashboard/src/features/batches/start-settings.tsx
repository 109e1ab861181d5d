import { Checkbox, Field, Select, TextInput } from '../../components/field.tsx';
import { browserZone, toDateTimeInput } from '../../format.ts';
import type { FieldErrors } from '../../api.ts';
import { text } from '../../text/index.ts';
import { optionsOf } from '../../text/options.ts';

const words = text.batches.form;

/** What the user chooses about the calls of a batch. Empty texts stand for the defaults of the service. */
export interface StartSettings {
  readonly name: string;
  readonly isScheduled: boolean;
  /** In the time zone of the browser. */
  readonly scheduledAt: string;
  readonly purpose: string;
  readonly consent: boolean;
  readonly hasHours: boolean;
  readonly from: string;
  readonly to: string;
  readonly callsPerSecond: string;
  readonly maxConcurrency: string;
  readonly attempts: string;
  readonly retryDelay: string;
}

const hourMs = 3_600_000;

export const initialSettings = (): StartSettings => ({
  name: '',
  isScheduled: false,
  scheduledAt: nextHour(),
  purpose: '',
  consent: false,
  hasHours: false,
  from: '09:00',
  to: '17:00',
  callsPerSecond: '',
  maxConcurrency: '',
  attempts: '1',
  retryDelay: '1h',
});

/** Returns the options of the service that also decide about the check of the file. */
export const checkedOptionsOf = ({ hasHours, from, to, purpose, consent }: StartSettings) => ({
  ...(hasHours && { window: { windows: [{ start: from, end: to }] } }),
  ...(purpose !== '' && { purpose }),
  ...(consent && { consent }),
});

/** Returns the options of the service for the start. */
export const startOptionsOf = (settings: StartSettings) => ({
  ...checkedOptionsOf(settings),
  ...(settings.name !== '' && { name: settings.name }),
  ...(settings.isScheduled && { scheduledAt: new Date(settings.scheduledAt).toISOString() }),
  ...(settings.callsPerSecond !== '' && { callsPerSecond: Number(settings.callsPerSecond) }),
  ...(settings.maxConcurrency !== '' && { maxConcurrency: Number(settings.maxConcurrency) }),
  ...(settings.attempts !== '1' && {
    retry: {
      maxAttempts: Number(settings.attempts),
      on: ['no_answer', 'busy', 'voicemail', 'failed'],
      delays: [settings.retryDelay],
    },
  }),
});

interface StartSettingsFormProps {
  readonly settings: StartSettings;
  readonly onSettings: (settings: StartSettings) => void;
  readonly fields: FieldErrors;
}

/** When the calls start, how fast, and by which rules. */
export function StartSettingsForm({ settings, onSettings, fields }: StartSettingsFormProps) {
  const set = (changed: Partial<StartSettings>) => onSettings({ ...settings, ...changed });
  const errorOf = (name: string) =>
    Object.entries(fields).find(
      ([path]) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`),
    )?.[1];
  return (
    <div className="grid gap-4 px-4 py-4 md:grid-cols-2">
      <Field label={words.name} error={errorOf('name')}>
        <TextInput value={settings.name} onValue={(name) => set({ name })} />
      </Field>
      <Field label={words.purpose} hint={words.purposeHint} error={errorOf('purpose')}>
        <Select
          value={settings.purpose}
          onValue={(purpose) => set({ purpose })}
          options={optionsOf<string>(words.purposes)}
        />
      </Field>
      <WhenFields {...{ settings, set, errorOf }} />
      <Field label={words.callsPerSecond} error={errorOf('callsPerSecond')}>
        <TextInput
          inputMode="decimal"
          placeholder={words.asPlan}
          value={settings.callsPerSecond}
          onValue={(callsPerSecond) => set({ callsPerSecond })}
        />
      </Field>
      <Field label={words.maxConcurrency} error={errorOf('maxConcurrency')}>
        <TextInput
          inputMode="numeric"
          placeholder={words.asPlan}
          value={settings.maxConcurrency}
          onValue={(maxConcurrency) => set({ maxConcurrency })}
        />
      </Field>
      <Field label={words.attempts} error={errorOf('retry')}>
        <Select
          value={settings.attempts}
          onValue={(attempts) => set({ attempts })}
          options={['1', '2', '3', '4', '5'].map((count) => [count, count])}
        />
      </Field>
      {settings.attempts !== '1' && (
        <Field label={words.retryDelay}>
          <Select
            value={settings.retryDelay}
            onValue={(retryDelay) => set({ retryDelay })}
            options={optionsOf<string>(words.retryDelays)}
          />
        </Field>
      )}
      <div className="md:col-span-2">
        <Checkbox
          label={words.consent}
          checked={settings.consent}
          onChecked={(consent) => set({ consent })}
        />
      </div>
    </div>
  );
}

interface ScheduleFieldsProps {
  readonly settings: Pick<StartSettings, 'isScheduled' | 'scheduledAt'>;
  readonly set: (changed: Partial<Pick<StartSettings, 'isScheduled' | 'scheduledAt'>>) => void;
  readonly error: string | undefined;
}

/** Whether a batch starts now or at a time. */
export function ScheduleFields({ settings, set, error }: ScheduleFieldsProps) {
  return (
    <fieldset className="grid content-start gap-2">
      <legend className="mb-2 text-sm font-medium">{words.when}</legend>
      {([false, true] as const).map((isScheduled) => (
        <label key={String(isScheduled)} className="flex items-center gap-2 text-sm">
          <input
            type="radio"
            name="when"
            className="size-4 accent-(--color-accent)"
            checked={settings.isScheduled === isScheduled}
            onChange={() => set({ isScheduled })}
          />
          {isScheduled ? words.schedule : words.startNow}
        </label>
      ))}
      {settings.isScheduled && (
        <Field label={words.scheduledAt} hint={words.scheduledAtHint(browserZone)} error={error}>
          <TextInput
            required
            type="datetime-local"
            value={settings.scheduledAt}
            onValue={(scheduledAt) => set({ scheduledAt })}
          />
        </Field>
      )}
    </fieldset>
  );
}

/** The next full hour after the one that is over soon. */
export const nextHour = (): string =>
  toDateTimeInput(new Date(Math.ceil((Date.now() + hourMs) / hourMs) * hourMs));

interface WhenFieldsProps {
  readonly settings: StartSettings;
  readonly set: (changed: Partial<StartSettings>) => void;
  readonly errorOf: (name: string) => string | undefined;
}

function WhenFields({ settings, set, errorOf }: WhenFieldsProps) {
  return (
    <>
      <ScheduleFields settings={settings} set={set} error={errorOf('scheduledAt')} />
      <div className="grid content-start gap-2">
        <Checkbox
          label={<span className="font-medium">{words.hours}</span>}
          checked={settings.hasHours}
          onChecked={(hasHours) => set({ hasHours })}
        />
        {settings.hasHours && (
          <div className="flex gap-2">
            <TextInput
              required
              type="time"
              aria-label={words.hoursFrom}
              value={settings.from}
              onValue={(from) => set({ from })}
            />
            <TextInput
              required
              type="time"
              aria-label={words.hoursTo}
              value={settings.to}
              onValue={(to) => set({ to })}
            />
          </div>
        )}
        <p className="text-xs text-faint">{words.hoursHint}</p>
        {errorOf('window') !== undefined && <p className="text-xs text-bad">{errorOf('window')}</p>}
      </div>
    </>
  );
}
