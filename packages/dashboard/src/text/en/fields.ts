import { batches } from './batches.ts';
import { dispositions } from './dispositions.ts';
import { messageBatches } from './message-batches.ts';
import { settings } from './settings.ts';
import { suppressions } from './suppressions.ts';

/**
 * The labels of the fields of the API, by their last name, or by a longer path where one name has several meanings. Forms show them, and
 * sentences of the API that name a field are shown with them. `labelOf` names the fields that are missing here.
 */
export const fields: Readonly<Record<string, string>> = {
  // Agents
  flowId: 'Flow',
  phoneNumber: 'Number',
  voiceId: 'Voice',
  'modelSettings.voice': 'Voice of the language model',
  fallbackModels: 'Fallback models',
  maxTokens: 'Longest reply (tokens)',
  timeoutMs: 'Longest wait (ms)',
  maxDurationSeconds: 'Longest call (seconds)',
  ringTimeoutSeconds: 'Ringing (seconds)',
  silenceReminderSeconds: 'Reminder after silence (seconds)',
  endAfterSilenceSeconds: 'End after silence (seconds)',
  maxReminders: 'Reminders',
  minSilenceMs: 'Shortest silence (ms)',
  maxSilenceMs: 'Longest silence (ms)',
  minSpeechMs: 'Shortest speech (ms)',
  minWords: 'Fewest words',
  firstMessage: 'First message',
  firstMessageMode: 'Who speaks first',
  builtinTools: 'Built-in tools',
  keyterms: 'Expected words',
  readOnly: 'No side effects',
  maxLength: 'Longest message (characters)',
  'recording.consent': 'Consent',
  'voicemail.action': 'Action',
  'voicemail.message': 'Message',
  consentMessage: 'Consent message',
  notUnderstood: 'Not understood',
  successCriteria: 'Success criteria',
  // Flows
  agentId: 'Agent',
  'config.flowId': 'Message flow',
  startNodeId: 'First step',
  isGlobal: 'Global step',
  at: 'Time',
  ok: 'The step succeeded',
  left: 'Variable',
  op: 'Comparison',
  right: 'Value',
  all: 'All of these hold',
  any: 'One of these holds',
  id: 'Id',
  ms: 'Duration (ms)',
  maxTurns: 'Most turns',
  minDigits: 'Fewest keys',
  maxDigits: 'Most keys',
  globalPrompt: 'Global prompt',
  initiationMessage: 'First message',
  quietHours: 'Quiet hours',
  // Batches
  defaultCountry: batches.form.country,
  dateOrder: batches.form.dateOrder,
  scheduledAt: dispositions.time,
  'retry.on': batches.form.attempts,
  retry: batches.form.attempts,
  callsPerSecond: batches.form.callsPerSecond,
  maxConcurrency: batches.form.maxConcurrency,
  fromNumbers: batches.form.reserved.from_number,
  messagesPerSecond: messageBatches.form.messagesPerSecond,
  // Callbacks and suppressions
  notAfter: 'Latest time',
  address: suppressions.address,
  // Settings
  expiresAt: settings.keys.expires,
  allowedIps: 'Allowed addresses',
  preset: settings.keys.preset,
  url: settings.webhooks.url,
  callingHours: settings.workspace.callingHours,
  callingWindow: settings.workspace.callingHours,
  timezone: settings.workspace.timezone,
  currentPassword: settings.workspace.currentPassword,
  newPassword: settings.workspace.newPassword,
  ...Object.fromEntries(
    Object.entries(settings.workspace.retentionFields).map(([name, [label]]) => [name, label!]),
  ),
};
