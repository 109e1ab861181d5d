import { z } from 'zod';
import { e164, language, metadata, purpose, storedTimeZone, timeZone, variableName } from './fields.ts';
import { applyMergePatch, mergePatchSchema } from './merge-patch.ts';

/** The model of an agent that has no language model: its flow controls the call. */
export const noModel = 'builtin/flow';

const model = z
  .string()
  .max(200)
  .regex(/^[a-z0-9][a-z0-9-]*\/\S+$/, 'Write provider/model, such as openai/gpt-5-mini.');

const voiceReference = z.strictObject({
  provider: z.string().min(1).max(64),
  voiceId: z.string().min(1).max(200),
});

const voice = z.strictObject({
  provider: z.string().min(1).max(64).default('builtin'),
  voiceId: z.string().min(1).max(200).default('rms'),
  speed: z.number().min(0.5).max(2).default(1),
  volume: z.number().min(0).max(2).default(1),
  fallback: z.array(voiceReference).max(5).default([]),
});

const recogniserReference = z.strictObject({
  provider: z.string().min(1).max(64),
  /** Null: the provider's default. */
  model: z.string().min(1).max(200).nullable().default(null),
});

const transcriber = z.strictObject({
  provider: z.string().min(1).max(64).default('builtin'),
  /** Null: the provider's default. */
  model: z.string().min(1).max(200).nullable().default(null),
  /** Null: the agent's language. */
  language: language.nullable().default(null),
  keyterms: z.array(z.string().min(1).max(100)).max(100).default([]),
  fallback: z.array(recogniserReference).max(5).default([]),
});

const modelSettings = z.strictObject({
  temperature: z.number().min(0).max(2).default(0.4),
  maxTokens: z.int().min(50).max(4096).default(250),
  fallbackModels: z.array(model).max(5).default([]),
  timeoutMs: z.int().min(500).max(60_000).default(4000),
  /** The voice of a speech-to-speech model; null: the default of its vendor. */
  voice: z.string().min(1).max(200).nullable().default(null),
});

const turn = z
  .strictObject({
    endpointing: z.enum(['semantic', 'silence']).default('semantic'),
    minSilenceMs: z.int().min(0).max(5000).default(200),
    maxSilenceMs: z.int().min(100).max(10_000).default(800),
  })
  .refine(
    (turn) => turn.minSilenceMs <= turn.maxSilenceMs,
    'minSilenceMs is greater than maxSilenceMs. Decrease minSilenceMs or increase maxSilenceMs.',
  );

const interruption = z.strictObject({
  enabled: z.boolean().default(true),
  minSpeechMs: z.int().min(0).max(5000).default(200),
  minWords: z.int().min(0).max(20).default(0),
  ignorePhrases: z.array(z.string().min(1).max(100)).max(100).default([]),
  /** Whether the first message may be interrupted. */
  firstMessage: z.boolean().default(true),
});

const voicemail = z.strictObject({
  detection: z.enum(['off', 'model', 'carrier']).default('model'),
  action: z.enum(['hangup', 'leave_message', 'continue']).default('hangup'),
  message: z.string().max(2000).default(''),
});

const limits = z.strictObject({
  maxDurationSeconds: z.int().min(10).max(43_200).default(3600),
  ringTimeoutSeconds: z.int().min(5).max(300).default(30),
  silenceReminderSeconds: z.int().min(1).max(3600).default(10),
  maxReminders: z.int().min(0).max(10).default(1),
  endAfterSilenceSeconds: z.int().min(1).max(3600).default(60),
});

const recording = z.strictObject({
  enabled: z.boolean().default(true),
  consent: z.enum(['none', 'stay_on_line', 'verbal']).default('none'),
  consentMessage: z.string().max(2000).default(''),
});

/** Tools that the service executes itself. */
export const builtInToolNames = [
  'end_call',
  'schedule_callback',
  'set_disposition',
  'send_digits',
  'update_variables',
] as const;

export type BuiltinToolName = (typeof builtInToolNames)[number];

/** Tools with this prefix stand for edges of the flow. */
export const edgeToolPrefix = 'flow_step_';

const builtInNames: ReadonlySet<string> = new Set(builtInToolNames);

/** Returns whether the service uses the name for a tool, so that tools of agents cannot have it. */
export const isReservedToolName = (name: string): boolean =>
  builtInNames.has(name) || name.startsWith(edgeToolPrefix);

const tool = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Write a name of 1 to 64 letters, digits, _ and -.'),
  description: z.string().min(1).max(2000),
  /** JSON Schema of the arguments. */
  parameters: z.record(z.string(), z.json()).default({ type: 'object', properties: {} }),
  url: z.url({ protocol: /^https?$/ }).max(2048),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
  /** Null: only `GET` is read-only. */
  readOnly: z.boolean().nullable().default(null),
  headers: z.record(z.string().min(1).max(256), z.string().max(4096)).default({}),
  timeoutMs: z.int().min(100).max(60_000).default(4000),
});

/** A field that is extracted from the conversation. */
export const extractedField = z
  .strictObject({
    name: variableName,
    type: z.enum(['string', 'number', 'boolean', 'enum']),
    description: z.string().max(1000).default(''),
    choices: z.array(z.string().min(1).max(200)).max(100).default([]),
  })
  .refine(
    (field) => field.type !== 'enum' || field.choices.length > 0,
    'A field of type enum needs choices. Add at least one.',
  );

const analysis = z.strictObject({
  summary: z.boolean().default(false),
  successCriteria: z.string().max(5000).default(''),
  fields: z.array(extractedField).max(50).default([]),
});

const phraseText = z.string().trim().min(1).max(500);
const phrase = phraseText.nullable().default(null);

/** Texts that the agent speaks on its own initiative; null: the phrase of its language. */
const phrases = z.strictObject({
  reminder: phrase,
  fillers: z.array(phraseText).min(1).max(10).nullable().default(null),
  apology: phrase,
  notUnderstood: phrase,
});

export const agentStatus = z.enum(['active', 'inactive']).meta({ id: 'AgentStatus' });

/** The request that creates an agent. Only the name is required; every other field has a default. */
export const AgentInput = z.strictObject({
  name: z.string().trim().min(1).max(80),
  type: z.enum(['voice', 'messaging']).default('voice'),
  description: z.string().max(500).default(''),
  model: model.default(noModel),
  modelSettings: modelSettings.prefault({}),
  voice: voice.prefault({}),
  transcriber: transcriber.prefault({}),
  /** The system prompt. */
  personality: z.string().max(50_000).default(''),
  firstMessage: z.string().max(2000).default(''),
  firstMessageMode: z.enum(['agent', 'agent-generated', 'user']).default('agent'),
  language: language.default('en-US'),
  /** Null: the time zone of the workspace. */
  timezone: timeZone.nullable().default(null),
  /** A batch or a call can override it. */
  purpose: purpose.default('unspecified'),
  turn: turn.prefault({}),
  interruption: interruption.prefault({}),
  voicemail: voicemail.prefault({}),
  limits: limits.prefault({}),
  recording: recording.prefault({}),
  phrases: phrases.prefault({}),
  tools: z.array(tool).max(50).default([]),
  /** The built-in tools that the model can use. */
  builtinTools: z.array(z.enum(builtInToolNames)).max(builtInToolNames.length).default([]),
  analysis: analysis.prefault({}),
  /** The caller number of the agent, which is a number of the workspace. */
  phoneNumber: e164.nullable().default(null),
  flowId: z.string().max(40).nullable().default(null),
  channel: z.enum(['sms', 'email', 'auto']).default('auto'),
  signature: z.string().max(1000).default(''),
  /** Maximum message length in characters; null: the limit of the channel. */
  maxLength: z.int().min(1).max(10_000).nullable().default(null),
  status: agentStatus.default('active'),
  metadata: metadata.default({}),
});

export type AgentInput = z.input<typeof AgentInput>;

/** The complete configuration of an agent, with defaults filled in. */
export type AgentConfig = z.output<typeof AgentInput>;

/** The request that changes an agent: a merge patch, in which null resets a field to its default. */
export const AgentPatch = mergePatchSchema(AgentInput);

export type AgentPatch = z.output<typeof AgentPatch>;

/** Agent fields that one call can override: those that affect the conversation. */
export const AgentOverrides = mergePatchSchema(
  AgentInput.omit({
    type: true,
    phoneNumber: true,
    flowId: true,
    status: true,
    metadata: true,
    channel: true,
    signature: true,
    maxLength: true,
    purpose: true,
  }),
);

export type AgentOverrides = z.output<typeof AgentOverrides>;

/** An agent as the API returns it. */
export const Agent = AgentInput.extend({
  id: z.string(),
  timezone: storedTimeZone,
  /** Increases by one with each change. */
  version: z.int().min(1),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export type Agent = z.output<typeof Agent>;

/** Returns the ids of the language models that an agent names: `model`, then its fallbacks. */
export const modelIdsOf = ({
  model,
  modelSettings,
}: Pick<AgentConfig, 'model' | 'modelSettings'>): string[] =>
  [model, ...modelSettings.fallbackModels].filter((id) => id !== noModel);

/** Returns whether an agent names a language model. */
export const hasModel = (agent: Pick<AgentConfig, 'model' | 'modelSettings'>): boolean =>
  modelIdsOf(agent).length > 0;

const StoredAgent = AgentInput.extend({ timezone: storedTimeZone.nullable().default(null) });

/** Returns the schema of a stored configuration after a patch. It validates the time zone only if the patch sets it. */
export const patchedAgentSchema = (patch: unknown): typeof AgentInput =>
  typeof patch === 'object' && patch !== null && 'timezone' in patch ? AgentInput : StoredAgent;

/** Returns the configuration after a patch or a call's overrides. Throws `ZodError` if the result is invalid, such as one without a name. */
export function patchAgent(config: AgentConfig, patch: AgentPatch | AgentOverrides): AgentConfig {
  return patchedAgentSchema(patch).parse(applyMergePatch(config, patch));
}
