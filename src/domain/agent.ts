import { z } from 'zod';
import {
  createdAt,
  e164,
  exampleId,
  idOf,
  integer,
  language,
  metadata,
  namedEnum,
  purpose,
  requiredText,
  storedTimeZone,
  text,
  timeZone,
  updatedAt,
  version,
  variableName,
} from './fields.ts';
import { applyMergePatch, mergePatchSchema } from './merge-patch.ts';
import { inLanguage, perLanguage, type InOneLanguage, type TextFields } from './texts.ts';

/** The model of an agent that has no language model: its flow controls the call. */
export const noModel = 'builtin/flow';

const model = text(200).regex(
  /^[a-z0-9][a-z0-9-]*\/\S+$/,
  'Write provider/model, such as openai/gpt-5-mini.',
);

const voiceId = perLanguage(
  requiredText(200).meta({ description: 'The voice, as the provider names it.' }),
).meta({
  description: 'The voice, as the provider names it, or one voice per language.',
  examples: ['rms'],
});

const voiceReference = z.strictObject({
  provider: requiredText(64).meta({
    description: 'The provider. `builtin` runs on the server itself.',
    examples: ['builtin'],
  }),
  voiceId,
});

const voice = z.strictObject({
  provider: requiredText(64).default('builtin').meta({
    description: 'The provider. `builtin` runs on the server itself.',
  }),
  voiceId: voiceId.default('rms'),
  speed: z.number().min(0.5).max(2).default(1).meta({ description: 'The speaking rate; 1 is normal.' }),
  volume: z.number().min(0).max(2).default(1).meta({ description: 'The volume; 1 is normal.' }),
  fallback: z.array(voiceReference).max(5).default([]).meta({
    description: 'Voices that are used in this order if the voice fails.',
  }),
});

const recogniserReference = z.strictObject({
  provider: requiredText(64).meta({
    description: 'The provider. `builtin` runs on the server itself.',
    examples: ['builtin'],
  }),
  model: requiredText(200)
    .nullable()
    .default(null)
    .meta({
      description: 'The model of the recogniser. Null: the default of the provider.',
      examples: ['nova-3'],
    }),
});

const transcriber = z.strictObject({
  provider: requiredText(64).default('builtin').meta({
    description: 'The provider. `builtin` runs on the server itself.',
  }),
  model: requiredText(200)
    .nullable()
    .default(null)
    .meta({
      description: 'The model of the recogniser. Null: the default of the provider.',
      examples: ['nova-3'],
    }),
  language: language.nullable().default(null).meta({
    description: 'The BCP 47 language of the recogniser. Null: the language of the agent.',
  }),
  keyterms: z.array(requiredText(100)).max(100).default([]).meta({
    description: 'Words that the speech recogniser should expect, such as product names.',
  }),
  fallback: z.array(recogniserReference).max(5).default([]).meta({
    description:
      'Recognisers that are used in this order if the recogniser fails during a call. They must support the language.',
  }),
});

const modelSettings = z.strictObject({
  temperature: z.number().min(0).max(2).default(0.4).meta({
    description: 'The sampling temperature of the model; lower values are more predictable.',
  }),
  maxTokens: integer(50, 4096).default(250).meta({
    description: 'Maximum length of a model response in tokens.',
  }),
  fallbackModels: z.array(model).max(5).default([]).meta({
    description: 'Models that are used in this order if the model fails or exceeds `timeoutMs`.',
  }),
  timeoutMs: integer(500, 60_000).default(4000).meta({
    description: 'Maximum time to wait for a response in milliseconds.',
  }),
  voice: requiredText(200)
    .nullable()
    .default(null)
    .meta({
      description: 'The voice of a speech-to-speech model. Null: the default of its vendor.',
      examples: ['marin'],
    }),
});

const turn = z
  .strictObject({
    endpointing: z.enum(['semantic', 'silence']).default('semantic').meta({
      description:
        'The method that detects the end of the turn of the customer: `semantic` uses words and silence, `silence` uses silence only.',
    }),
    minSilenceMs: integer(0, 5000).default(200).meta({
      description: 'The shortest silence that can end the turn of the customer, in milliseconds.',
    }),
    maxSilenceMs: integer(100, 10_000).default(800).meta({
      description: 'The turn of the customer ends after this silence in any case, in milliseconds.',
    }),
  })
  .refine(
    (turn) => turn.minSilenceMs <= turn.maxSilenceMs,
    'minSilenceMs is greater than maxSilenceMs. Decrease minSilenceMs or increase maxSilenceMs.',
  );

const interruption = z.strictObject({
  enabled: z.boolean().default(true).meta({ description: 'Whether the customer can interrupt the agent.' }),
  minSpeechMs: integer(0, 5000).default(200).meta({
    description: 'Speech that is shorter does not interrupt the agent, in milliseconds.',
  }),
  minWords: integer(0, 20).default(0).meta({
    description: 'Speech with fewer words does not interrupt the agent.',
  }),
  ignorePhrases: z.array(requiredText(100)).max(100).default([]).meta({
    description: 'Phrases that do not interrupt the agent.',
  }),
  firstMessage: z.boolean().default(true).meta({
    description: 'Whether the customer can interrupt the first message.',
  }),
});

const voicemail = z.strictObject({
  detection: z.enum(['off', 'model', 'carrier']).default('model').meta({
    description:
      'The method of voicemail detection: `off`, `model` (by the words, length and beep of the greeting), or `carrier`.',
  }),
  action: z.enum(['hangup', 'leave_message', 'continue']).default('hangup').meta({
    description:
      'The action when voicemail answers: `hangup` ends the call, `leave_message` speaks `message` after the beep, `continue` runs the flow.',
  }),
  message: perLanguage(text(2000))
    .default('')
    .meta({
      description: 'The message to leave. It may contain `{{variables}}`.',
      examples: ['We are sorry that we missed you.'],
    }),
});

const limits = z.strictObject({
  maxDurationSeconds: integer(10, 43_200).default(3600).meta({
    description: 'The call ends after this time, in seconds.',
  }),
  ringTimeoutSeconds: integer(5, 300).default(30).meta({ description: 'Maximum ringing time in seconds.' }),
  silenceReminderSeconds: integer(1, 3600).default(10).meta({
    description: 'The agent asks "Are you still there?" after this silence, in seconds.',
  }),
  maxReminders: integer(0, 10).default(1).meta({
    description: 'Maximum number of reminders, such as "Are you still there?", during silence.',
  }),
  endAfterSilenceSeconds: integer(1, 3600).default(60).meta({
    description: 'The call ends after this time without speech, in seconds.',
  }),
});

const recording = z.strictObject({
  enabled: z.boolean().default(true).meta({ description: 'Whether calls are recorded.' }),
  consent: z.enum(['none', 'stay_on_line', 'verbal']).default('none').meta({
    description:
      'What precedes the recording: `none`: nothing; `stay_on_line`: the agent announces the recording; `verbal`: the agent asks for consent, and records only after a yes.',
  }),
  consentMessage: perLanguage(text(2000))
    .default('')
    .meta({
      description:
        'The text of the recording notice or question. With `stay_on_line` and without a text, calls are not recorded. With `verbal`, yes must mean consent; without a text, the agent asks in its language.',
      examples: ['This call is recorded.'],
    }),
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
  name: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Write a name of 1 to 64 letters, digits, _ and -.')
    .meta({
      description: 'The name of the function that the model calls.',
      examples: ['find_table'],
    }),
  description: requiredText(2000).meta({
    description: 'Explains to the model when to call the function.',
    examples: ['Finds a free table for a number of guests.'],
  }),
  parameters: z.record(z.string(), z.json()).default({ type: 'object', properties: {} }).meta({
    description: 'A JSON Schema of the arguments.',
  }),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .meta({
      description: 'The URL of the request.',
      examples: ['https://example.com/tables'],
    }),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('POST').meta({
    description: 'The HTTP method.',
  }),
  readOnly: z.boolean().nullable().default(null).meta({
    description:
      'Whether the request has no side effects. Null: only `GET` has none. Requests with side effects are sent when the turn of the customer is closed, at most once, with an `Idempotency-Key`.',
  }),
  headers: z.record(requiredText(256), text(4096)).default({}).meta({
    description: 'HTTP headers of the request by name.',
  }),
  timeoutMs: integer(100, 60_000).default(4000).meta({
    description: 'Maximum time to wait for a response in milliseconds.',
  }),
});

/** A field that is extracted from the conversation. */
export const extractedField = z
  .strictObject({
    name: variableName.meta({
      description: 'The variable that receives the value.',
      examples: ['party_size'],
    }),
    type: z.enum(['string', 'number', 'boolean', 'enum']).meta({
      description: 'The type of the value. `enum` takes one of `choices`.',
    }),
    description: text(1000).default('').meta({ description: 'Explains to the model what to look for.' }),
    choices: z.array(requiredText(200)).max(100).default([]).meta({ description: 'The allowed values.' }),
  })
  .refine(
    (field) => field.type !== 'enum' || field.choices.length > 0,
    'A field of type enum needs choices. Add at least one.',
  );

const analysis = z.strictObject({
  summary: z.boolean().default(false).meta({
    description: 'Whether to write a summary. Without a language model, it has the results of the flow.',
  }),
  successCriteria: text(5000)
    .default('')
    .meta({
      description: 'The criteria for a successful call or conversation. A language model evaluates them.',
      examples: ['The customer confirmed the reservation.'],
    }),
  fields: z.array(extractedField).max(50).default([]).meta({ description: 'The values to extract.' }),
});

const phraseText = z.string().trim().min(1).max(500);
const phrase = perLanguage(phraseText).nullable().default(null);

/** Texts that the agent speaks on its own initiative; null: the phrase of its language. */
const phrases = z.strictObject({
  reminder: phrase.meta({
    description: 'Spoken after a silence of both sides. Null: the phrase of the language of the agent.',
    examples: ['Are you still there?'],
  }),
  fillers: perLanguage(z.array(phraseText).min(1).max(10)).nullable().default(null).meta({
    description:
      'Spoken in turn while the caller waits for a slow language model. Null: the phrases of the language of the agent.',
  }),
  apology: phrase.meta({
    description: 'Spoken after all language models failed. Null: the phrase of the language of the agent.',
    examples: ['I am sorry, could you say that again?'],
  }),
  notUnderstood: phrase.meta({
    description:
      'Precedes a repeated question after an answer that was not understood. Null: the phrase of the language of the agent.',
    examples: ['Sorry, I did not catch that.'],
  }),
});

export const agentStatus = namedEnum(['active', 'inactive'], {
  id: 'AgentStatus',
  title: 'Agent status',
  description: 'Whether the agent can be used.',
  values: {
    active: 'The agent can place and answer calls, and send messages.',
    inactive: 'Calls, batches and messages with the agent are rejected.',
  },
  example: 'active',
});

/** The request that creates an agent. Only the name is required; every other field has a default. */
export const AgentInput = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(80)
    .meta({
      description: 'The name of the agent.',
      examples: ['Front desk'],
    }),
  type: z.enum(['voice', 'messaging']).default('voice').meta({
    description: '`voice` for calls, `messaging` for SMS and email.',
  }),
  description: text(500)
    .default('')
    .meta({
      description: 'A note for users. It has no effect.',
      examples: ['Answers calls in the evening.'],
    }),
  model: model.default(noModel).meta({
    description: 'The language model as `provider/model`. `builtin/flow` uses none: the flow decides alone.',
  }),
  modelSettings: modelSettings.prefault({}).meta({ description: 'Settings of the language model.' }),
  voice: voice.prefault({}).meta({ description: 'The voice of the agent.' }),
  transcriber: transcriber.prefault({}).meta({ description: 'The speech recogniser.' }),
  personality: text(50_000)
    .default('')
    .meta({
      description: 'The system prompt of the language model, at most 50,000 characters.',
      examples: ['You are the front desk of Bistro Nine. Be brief and friendly.'],
    }),
  firstMessage: perLanguage(text(2000))
    .default('')
    .meta({
      description: 'The first words of the agent, at most 2,000 characters.',
      examples: ['Bistro Nine, good evening!'],
    }),
  firstMessageMode: z.enum(['agent', 'agent-generated', 'user']).default('agent').meta({
    description:
      'The party that speaks first: `agent` speaks `firstMessage`, `agent-generated` lets the model write it, `user` waits for the customer.',
  }),
  language: language.default('en-US').meta({
    description: 'A BCP 47 language tag, such as `en-US`, that voice and recogniser support.',
  }),
  timezone: timeZone.nullable().default(null).meta({
    description: 'An IANA time zone. Null: the time zone of the workspace.',
  }),
  /** A batch or a call can override it. */
  purpose: purpose.default('unspecified'),
  turn: turn.prefault({}).meta({ description: 'End-of-turn detection.' }),
  interruption: interruption.prefault({}).meta({
    description: 'Rules for the customer interrupting the agent (barge-in).',
  }),
  voicemail: voicemail.prefault({}).meta({ description: 'Voicemail detection and handling.' }),
  limits: limits.prefault({}).meta({ description: 'Limits of a call.' }),
  recording: recording.prefault({}).meta({ description: 'Recording settings.' }),
  phrases: phrases.prefault({}).meta({ description: 'Texts that the agent speaks on its own initiative.' }),
  tools: z.array(tool).max(50).default([]).meta({ description: 'HTTP requests that the model can make.' }),
  builtinTools: z.array(z.enum(builtInToolNames)).max(builtInToolNames.length).default([]).meta({
    description:
      'Tools that the service executes itself and the model can use: end the call, schedule a callback, set the disposition, send DTMF digits, update the variables of the flow.',
  }),
  analysis: analysis
    .prefault({})
    .meta({ description: 'What is extracted after the end of each answered call, or of each conversation.' }),
  phoneNumber: e164.nullable().default(null).meta({
    description: 'The owned number that the agent calls from and answers. Null: none.',
  }),
  flowId: text(40)
    .nullable()
    .default(null)
    .meta({
      description: 'The id of the flow. Null: none.',
      examples: [exampleId('flow')],
    }),
  channel: z.enum(['sms', 'email', 'auto']).default('auto').meta({
    description: '`sms`, `email`, or `auto`: chosen by the form of the address.',
  }),
  signature: perLanguage(text(1000)).default('').meta({
    description: 'Text that is added below every message of the flow and the model.',
  }),
  maxLength: integer(1, 10_000).nullable().default(null).meta({
    description:
      'Maximum length of a message of the flow or the model in characters, with the signature. Null: for the model 1,600 (SMS) or 10,000 (email), for a flow 10,000.',
  }),
  status: agentStatus.default('active'),
  metadata: metadata.default({}),
});

export type AgentInput = z.input<typeof AgentInput>;

/** The complete configuration of an agent, with defaults filled in. */
export type AgentConfig = z.output<typeof AgentInput>;

/** The configuration of an agent with the texts and voices of one language. */
export type AgentInLanguage = InOneLanguage<AgentConfig>;

/** The texts and voices of an agent that can be given per language. */
export const agentTextFields: TextFields = {
  voice: { voiceId: true, fallback: [{ voiceId: true }] },
  firstMessage: true,
  signature: true,
  voicemail: { message: true },
  recording: { consentMessage: true },
  phrases: { reminder: true, fillers: true, apology: true, notUnderstood: true },
};

const agentsByLanguage = new WeakMap<AgentConfig, Map<string, AgentInLanguage>>();

/** Returns the agent with the texts and voices of a language (BCP 47), cached per configuration object. Its `language` is unchanged. */
export function agentIn(agent: AgentConfig, language: string): AgentInLanguage {
  const byLanguage = agentsByLanguage.get(agent) ?? new Map<string, AgentInLanguage>();
  agentsByLanguage.set(agent, byLanguage);
  const found = byLanguage.get(language) ?? inLanguage(agent, agentTextFields, language);
  byLanguage.set(language, found);
  return found;
}

/** Returns the first voice of an agent in the language of the agent. */
export function voiceOf(agent: AgentConfig): Pick<AgentInLanguage['voice'], 'provider' | 'voiceId'> {
  const { provider, voiceId } = agentIn(agent, agent.language).voice;
  return { provider, voiceId };
}

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
  id: idOf('agent'),
  timezone: storedTimeZone.meta({ description: 'An IANA time zone. Null: the time zone of the workspace.' }),
  version,
  createdAt,
  updatedAt,
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

/** A stored configuration, whose time zone can be an abbreviation. */
export const StoredAgent = AgentInput.extend({ timezone: storedTimeZone.nullable().default(null) });

/** Returns the schema of a stored configuration after a patch. It validates the time zone only if the patch sets it. */
export const patchedAgentSchema = (patch: unknown): typeof AgentInput =>
  typeof patch === 'object' && patch !== null && 'timezone' in patch ? AgentInput : StoredAgent;

/** Returns the configuration after a patch or a call's overrides. Throws `ZodError` if the result is invalid, such as one without a name. */
export function patchAgent(config: AgentConfig, patch: AgentPatch | AgentOverrides): AgentConfig {
  return patchedAgentSchema(patch).parse(applyMergePatch(config, patch));
}
