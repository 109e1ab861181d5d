import { z } from 'zod';
import { recordingFault } from './recording-fault.ts';
import { callStatus, callEndReason, callFault } from './call-state.ts';
import { AgentOverrides } from './agent.ts';
import { Analysis, sentiments } from './analysis.ts';
import { usageKinds, usageUnits } from './costs/usage.ts';
import {
  calleeTimeZone,
  consent,
  createdAt,
  e164,
  exampleId,
  idOf,
  instant,
  integer,
  metadata,
  purpose,
  language,
  region,
  requiredText,
  storedTimeZone,
  text,
  updatedAt,
  variableValue,
  variableValues,
} from './fields.ts';

/** The callee, as far as the API client knows. */
export const Customer = z
  .strictObject({
    name: text(200)
      .optional()
      .meta({
        description: 'The name of the customer.',
        examples: ['Ada Lovelace'],
      }),
    email: z.email().max(320).optional().meta({ description: 'The email address of the customer.' }),
    externalId: text(200)
      .optional()
      .meta({
        description: 'The id of the customer in your system.',
        examples: ['customer-4711'],
      }),
    timezone: calleeTimeZone.optional().meta({
      description: 'The IANA time zone of the customer, such as `America/New_York`.',
    }),
    language: language.optional().meta({
      description:
        'The BCP 47 language of the customer. It selects the texts, the voice and the recognition of the call, unless `overrides` has a language.',
      examples: ['de'],
    }),
    region: region.optional(),
  })
  .meta({ description: 'The customer.' });

/** The callee in a stored call or batch row. */
export const StoredCustomer = Customer.extend({
  timezone: storedTimeZone.optional().meta({
    description: 'The IANA time zone of the customer, such as `America/New_York`.',
  }),
}).meta({ description: 'The customer.' });

export type Customer = z.output<typeof Customer>;

/** The request that starts an outbound call. */
export const CallInput = z.strictObject({
  agentId: requiredText(40),
  /** The endpoint validates it and reports `invalid_number`. */
  toNumber: requiredText(40),
  fromNumber: e164.optional().meta({
    description: 'The number that places the call, E.164.',
    examples: ['+12025550199'],
  }),
  metadata: metadata.default({}),
  dynamic: variableValues.default({}).meta({
    description: 'Variables by name. Texts contain them as `{{name}}`.',
  }),
  customer: Customer.default({}),
  /** Defaults to the purpose of the agent. */
  purpose: purpose.optional(),
  consent: consent.default(false),
  record: z.boolean().default(true).meta({ description: 'Whether the call is recorded.' }),
  scheduledAt: instant.optional().meta({
    description: 'The time at which the call is placed. Default: immediately.',
  }),
  notAfter: instant.optional().meta({ description: 'The call is not placed after this time.' }),
  maxDurationSeconds: integer(10, 43_200)
    .optional()
    .meta({
      description: 'The call ends after this time, in seconds.',
      examples: [600],
    }),
  overrides: AgentOverrides.optional().meta({
    description: 'Fields of the agent with other values for this call.',
  }),
});

export type CallInput = z.input<typeof CallInput>;
export type NewCall = z.output<typeof CallInput>;

/** The agent as part of a call. */
export const CallAgent = z
  .strictObject({
    id: idOf('agent'),
    name: z.string().meta({ description: 'The name of the agent.', examples: ['Front desk'] }),
    model: z.string().meta({
      description:
        'The language model as `provider/model`. `builtin/flow` uses none: the flow decides alone.',
      examples: ['builtin/flow'],
    }),
    voice: z
      .strictObject({
        provider: z.string().meta({
          description: 'The provider. `builtin` runs on the server itself.',
          examples: ['builtin'],
        }),
        voiceId: z.string().meta({ description: 'The voice, as the provider names it.', examples: ['rms'] }),
      })
      .meta({ description: 'The voice of the agent.' }),
  })
  .meta({ description: 'The agent, as it was at the start of the call.' });

export type CallAgent = z.output<typeof CallAgent>;

/** The response to starting a call. */
export const CallPlaced = z.strictObject({
  status: z.literal('success').meta({ description: 'Always `success`: the carrier has accepted the call.' }),
  callId: idOf('call'),
  roomName: idOf('room').meta({ description: 'The name of the media session of the call.' }),
  fromNumber: z.string().meta({
    description: 'The number that places the call, E.164.',
    examples: ['+12025550199'],
  }),
  toNumber: z.string().meta({ description: 'The number to call, E.164.', examples: ['+12025550100'] }),
  agent: CallAgent,
  warnings: z.array(z.string()).optional().meta({
    description: 'Problems that did not prevent the operation.',
  }),
});

export type CallPlaced = z.output<typeof CallPlaced>;

const milliseconds = z.number().min(0);

/** The recording status of a call with recording enabled. */
export const CallRecordingState = z.strictObject({
  available: z.boolean().meta({ description: 'Whether the recording can be downloaded.' }),
  durationMs: milliseconds.nullable().meta({
    description: 'The length in milliseconds. Null until it is known.',
    examples: [41200],
  }),
  truncated: z.boolean().meta({ description: 'Whether a part of the recording is missing or silent.' }),
  reason: recordingFault.nullable().meta({
    description: 'The reason for a missing or incomplete recording. Null if it is complete.',
  }),
});

export const callLanguage = z
  .string()
  .nullable()
  .meta({
    description:
      'The BCP 47 language in which the call starts: that of `overrides`, else of the customer, else of the agent. Null for calls of earlier versions of Parley.',
    examples: ['en-US'],
  });

/** A call as lists return it. Times of events that have not occurred yet are null. */
export const Call = z.strictObject({
  callId: idOf('call'),
  roomName: idOf('room').meta({ description: 'The name of the media session of the call.' }),
  direction: z.enum(['outbound', 'inbound']).meta({
    description: '`outbound` from Parley, `inbound` to Parley.',
  }),
  type: z.enum(['phone', 'web']).meta({ description: '`phone`, or `web` for a call from a browser.' }),
  status: callStatus,
  endReason: callEndReason.nullable().meta({ description: 'The reason for the end. Null before the end.' }),
  /** A human-readable sentence: the network's reason phrase, or what went wrong. */
  endDetail: z.string().nullable().meta({
    description: 'An explanation of the end for users, such as the response of the carrier.',
  }),
  fault: callFault.nullable().meta({
    description: 'The party responsible for the end. Null before the end.',
  }),
  fromNumber: z.string().meta({
    description: 'The number that places the call, E.164.',
    examples: ['+12025550199'],
  }),
  toNumber: z.string().meta({ description: 'The number to call, E.164.', examples: ['+12025550100'] }),
  agent: CallAgent,
  flowId: idOf('flow').nullable().meta({ description: 'The id of the flow. Null if the call has none.' }),
  flowVersion: z
    .int()
    .nullable()
    .meta({
      description: 'The version of the flow at the start of the call. Null if the call has none.',
      examples: [3],
    }),
  batchId: idOf('batch').nullable().meta({
    description: 'The id of the batch. Null if the call belongs to none.',
  }),
  jobId: idOf('job').nullable().meta({
    description: 'The id of the row of the batch. Null if the call belongs to none.',
  }),
  attempt: z
    .int()
    .min(1)
    .meta({
      description: 'The number of the attempt, from 1.',
      examples: [1],
    }),
  customer: StoredCustomer,
  language: callLanguage,
  purpose,
  consent,
  dynamic: z.record(z.string(), variableValue).meta({
    description: 'Variables by name. Texts contain them as `{{name}}`.',
  }),
  metadata,
  disposition: z.string().nullable().meta({
    description: 'The result of the call: a built-in disposition, or one of the workspace.',
  }),
  notes: z.string().meta({
    description: 'The notes of the disposition. Empty if there are none, and before the end.',
    examples: ['Asked to speak to a person.'],
  }),
  transferRequested: z.boolean().meta({ description: 'Whether the customer asked for a person.' }),
  durationSeconds: z
    .number()
    .min(0)
    .nullable()
    .meta({
      description: 'The time from answer to end in seconds. Null if the call was not answered.',
      examples: [41.2],
    }),
  recording: CallRecordingState.nullable().meta({
    description: 'The recording. Null if the call was not to be recorded.',
  }),
  scheduledAt: z.iso.datetime().nullable().meta({ description: 'The planned time. Null: immediately.' }),
  createdAt,
  dialedAt: z.iso.datetime().nullable().meta({
    description:
      'The time at which dialing started. A call of a batch is sent to the carrier up to 300 ms later. Null before dialing.',
  }),
  ringingAt: z.iso.datetime().nullable().meta({
    description: 'The time at which the phone started to ring. Null before that.',
  }),
  answeredAt: z.iso.datetime().nullable().meta({
    description: 'The time of the answer. Null if the call was not answered.',
  }),
  endedAt: z.iso.datetime().nullable().meta({ description: 'The time of the end. Null before the end.' }),
  erasedAt: z.iso.datetime().nullable().meta({
    description: 'The time at which the personal data was erased. Null if it was not.',
  }),
  updatedAt,
});

export type Call = z.output<typeof Call>;

/** The transcript text for speech that was not understood. */
export const unintelligible = '[unintelligible]';

/** One utterance in the transcript, limited to the part that was played or heard. */
export const TranscriptEntry = z.strictObject({
  role: z.enum(['agent', 'customer']).meta({ description: 'The speaker: `agent` or `customer`.' }),
  content: z.string().meta({
    description: 'The spoken words. For the agent: only the part that was played.',
    examples: ['Yes, I will come.'],
  }),
  startMs: milliseconds.meta({
    description: 'The start, in milliseconds from the answer of the call.',
    examples: [1200],
  }),
  endMs: milliseconds.meta({
    description: 'The end, in milliseconds from the answer of the call.',
    examples: [3150],
  }),
  interrupted: z.boolean().meta({ description: 'Whether the other party interrupted the speaker.' }),
  /** DTMF digits instead of speech; `content` is then `[keys] ` and the digits. Sensitive digits are shown as `[keys] (sensitive)`. */
  digits: z
    .string()
    .optional()
    .meta({
      description: 'Keys of the telephone keypad: 0-9, `*` and `#`.',
      examples: ['1'],
    }),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({
      description: 'The confidence of the speech recogniser, 0 to 1. Only for the customer.',
      examples: [0.93],
    }),
  nodeId: z
    .string()
    .optional()
    .meta({
      description: 'The id of the node of the flow.',
      examples: ['greeting'],
    }),
  agentId: z
    .string()
    .optional()
    .meta({
      description:
        'The agent that spoke, if the call was handed over to it. Omitted for the first agent of the call.',
      examples: [exampleId('agent')],
    }),
  unintelligible: z.literal(true).optional().meta({
    description:
      'Present if the speech of the customer was not understood; `content` is then `[unintelligible]`.',
  }),
});

export type TranscriptEntry = z.output<typeof TranscriptEntry>;

export const sentiment = z.enum(sentiments);

export type Sentiment = z.output<typeof sentiment>;

/** An event in the timeline of a call. */
export const TimelineEntry = z.strictObject({
  type: z.string().meta({
    description:
      'The event type, such as `recording_started`, or `provider_fallback` when another model, voice or recogniser replaces one that failed.',
    examples: ['recording_started'],
  }),
  at: z.iso.datetime().meta({ description: 'The time of the event.' }),
  detail: z.record(z.string(), z.json()).meta({
    description: 'More information. The fields depend on `type`.',
  }),
});

export type TimelineEntry = z.output<typeof TimelineEntry>;

/** Advice to the agent, which the customer does not hear. */
export const Whisper = z.strictObject({
  text: z.string().meta({ description: 'The advice.', examples: ['Offer a visit on Friday.'] }),
  at: z.iso.datetime().meta({ description: 'The time at which the agent received it.' }),
  author: z.string().nullable().meta({ description: 'The id of the key or user that sent it.' }),
});

/** The latency of one agent response, by stage. The stages add up to `totalMs`, the silence that the customer heard. */
export const TurnLatency = z.strictObject({
  turn: z
    .int()
    .min(1)
    .meta({
      description: 'The number of the turn, from 1.',
      examples: [2],
    }),
  startMs: milliseconds.optional().meta({
    description: 'The start of the response: the `startMs` of its transcript entry.',
    examples: [1200],
  }),
  totalMs: milliseconds.meta({
    description: 'The silence before the response in milliseconds: the sum of all stages.',
    examples: [740],
  }),
  bufferMs: milliseconds.meta({
    description:
      'From the arrival of the last audio of the customer until it was processed (jitter buffer), in milliseconds.',
    examples: [40],
  }),
  endpointingMs: milliseconds.meta({
    description: 'From the end of speech to the end-of-turn decision, in milliseconds.',
    examples: [210],
  }),
  thinkingMs: milliseconds.meta({
    description:
      'From the end of the turn to the first words of the model or the decision of the flow, in milliseconds.',
    examples: [350],
  }),
  speechMs: milliseconds.meta({
    description: 'From the first words of the response to the first audio of the voice, in milliseconds.',
    examples: [120],
  }),
  playoutMs: milliseconds.meta({
    description: 'From the first audio of the voice to its first packet, in milliseconds.',
    examples: [20],
  }),
});

export type TurnLatency = z.output<typeof TurnLatency>;

const amount = z.string().regex(/^\d+(\.\d{1,9})?$/);

/** The use of one provider and model in a call, and its cost. */
export const CallCost = z.strictObject({
  provider: z.string().meta({
    description: 'The provider, or the name of the trunk.',
    examples: ['builtin'],
  }),
  model: z.string().nullable().meta({ description: 'The model. Null for carriers.' }),
  kind: z.enum(usageKinds).meta({
    description: 'What the provider does: `carrier`, `speech-to-text`, `language-model` or `text-to-speech`.',
  }),
  quantity: z
    .number()
    .min(0)
    .meta({
      description: 'The used amount, in `unit`.',
      examples: [41.2],
    }),
  unit: z.enum(usageUnits).meta({
    description:
      'The unit of `quantity`. `input-tokens` are those that the vendor neither read from nor wrote to its cache.',
  }),
  estimated: z.boolean().meta({
    description: 'Whether the quantity is estimated, because the vendor reported none.',
  }),
  cost: amount.nullable().meta({
    description: 'The cost, a decimal. Null if the price is unknown.',
    examples: ['0.012'],
  }),
  currency: z.string().nullable().meta({
    description: 'The currency of the price table, ISO 4217. Null if the price is unknown.',
  }),
});

export type CallCost = z.output<typeof CallCost>;

/** The sum of the costs of a call. */
export const CallTotalCost = z.strictObject({
  amount: amount.meta({ description: 'The sum, a decimal.', examples: ['0.0421'] }),
  currency: z.string().meta({ description: 'The currency of the price table, ISO 4217.', examples: ['USD'] }),
  complete: z.boolean().meta({ description: 'Whether all usage has a price.' }),
});

export type CallTotalCost = z.output<typeof CallTotalCost>;

/** A call with its transcript, timeline, latencies, analysis, costs and variables. */
export const CallDetail = Call.extend({
  transcript: z.array(TranscriptEntry).meta({ description: 'The spoken words in order.' }),
  timeline: z.array(TimelineEntry).meta({ description: 'The events of the call in order.' }),
  whispers: z.array(Whisper).meta({
    description: 'The advice that the agent received during the call. The customer did not hear it.',
  }),
  sentiment: sentiment.nullable().meta({
    description:
      'The mood of the customer at the end of the call: by the analysis, else the last value during the call. Null before the end, or if it could not be determined.',
  }),
  latency: z.array(TurnLatency).meta({ description: 'The response time of each turn by stage.' }),
  analysis: Analysis.nullable().meta({
    description: 'The analysis of the answered call. Null before the end, or if the agent requests none.',
  }),
  costs: z.array(CallCost).meta({
    description:
      'The usage of each provider and its cost, recorded when the call ends and after its analysis.',
  }),
  totalCost: CallTotalCost.nullable().meta({
    description:
      'The sum of the costs. Null if no usage has a price. `complete` is false if some usage has no price.',
  }),
  variables: z.record(z.string(), variableValue).meta({
    description: 'The variables at the end of the call by name.',
  }),
});

export type CallDetail = z.output<typeof CallDetail>;
