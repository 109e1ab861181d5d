import { z } from 'zod';
import { AgentOverrides } from './agent.ts';
import { callStates, endReasons, faults } from './call-state.ts';
import { usageKinds, usageUnits } from './costs/usage.ts';
import {
  calleeTimeZone,
  consent,
  e164,
  instant,
  metadata,
  purpose,
  region,
  storedTimeZone,
  variableValue,
  variableValues,
} from './fields.ts';
import { recordingFaults } from './recording-fault.ts';

/** The callee, as far as the API client knows. */
export const Customer = z.strictObject({
  name: z.string().max(200).optional(),
  email: z.email().max(320).optional(),
  externalId: z.string().max(200).optional(),
  timezone: calleeTimeZone.optional(),
  region: region.optional(),
});

/** The callee in a stored call or batch row. */
export const StoredCustomer = Customer.extend({ timezone: storedTimeZone.optional() });

export type Customer = z.output<typeof Customer>;

/** The request that starts an outbound call. */
export const CallInput = z.strictObject({
  agentId: z.string().min(1).max(40),
  /** The endpoint validates it and reports `invalid_number`. */
  toNumber: z.string().min(1).max(40),
  fromNumber: e164.optional(),
  metadata: metadata.default({}),
  dynamic: variableValues.default({}),
  customer: Customer.default({}),
  /** Defaults to the purpose of the agent. */
  purpose: purpose.optional(),
  consent: consent.default(false),
  record: z.boolean().default(true),
  scheduledAt: instant.optional(),
  /** The call is not placed after this instant. */
  notAfter: instant.optional(),
  maxDurationSeconds: z.int().min(10).max(43_200).optional(),
  overrides: AgentOverrides.optional(),
});

export type CallInput = z.input<typeof CallInput>;
export type NewCall = z.output<typeof CallInput>;

/** The agent as part of a call. */
export const CallAgent = z.strictObject({
  id: z.string(),
  name: z.string(),
  model: z.string(),
  voice: z.strictObject({ provider: z.string(), voiceId: z.string() }),
});

export type CallAgent = z.output<typeof CallAgent>;

/** The response to starting a call. */
export const CallPlaced = z.strictObject({
  status: z.literal('success'),
  callId: z.string(),
  roomName: z.string(),
  fromNumber: z.string(),
  toNumber: z.string(),
  agent: CallAgent,
  warnings: z.array(z.string()).optional(),
});

export type CallPlaced = z.output<typeof CallPlaced>;

const milliseconds = z.number().min(0);

/** The recording status of a call with recording enabled. */
export const CallRecordingState = z.strictObject({
  available: z.boolean(),
  durationMs: milliseconds.nullable(),
  /** Whether a part is missing or silent. */
  truncated: z.boolean(),
  /** Why the recording is truncated or missing. */
  reason: z.enum(recordingFaults).meta({ id: 'RecordingFault' }).nullable(),
});

export const callStatus = z.enum(callStates).meta({ id: 'CallStatus' });

export const callEndReason = z.enum(endReasons).meta({ id: 'CallEndReason' });

/** A call as lists return it. Times of events that have not occurred yet are null. */
export const Call = z.strictObject({
  callId: z.string(),
  roomName: z.string(),
  direction: z.enum(['outbound', 'inbound']),
  type: z.enum(['phone', 'web']),
  status: callStatus,
  endReason: callEndReason.nullable(),
  /** A human-readable sentence: the network's reason phrase, or what went wrong. */
  endDetail: z.string().nullable(),
  fault: z.enum(faults).meta({ id: 'CallFault' }).nullable(),
  fromNumber: z.string(),
  toNumber: z.string(),
  agent: CallAgent,
  flowId: z.string().nullable(),
  flowVersion: z.int().nullable(),
  batchId: z.string().nullable(),
  jobId: z.string().nullable(),
  attempt: z.int().min(1),
  customer: StoredCustomer,
  purpose,
  consent,
  dynamic: z.record(z.string(), variableValue),
  metadata,
  disposition: z.string().nullable(),
  /** From answer to end. */
  durationSeconds: z.number().min(0).nullable(),
  recording: CallRecordingState.nullable(),
  scheduledAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  dialedAt: z.iso.datetime().nullable(),
  ringingAt: z.iso.datetime().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
});

export type Call = z.output<typeof Call>;

/** The transcript text for speech that was not understood. */
export const unintelligible = '[unintelligible]';

/** One utterance in the transcript, limited to the part that was played or heard. */
export const TranscriptEntry = z.strictObject({
  role: z.enum(['agent', 'customer']),
  content: z.string(),
  /** Since the call was answered. */
  startMs: milliseconds,
  endMs: milliseconds,
  /** Whether the other party interrupted it. */
  interrupted: z.boolean(),
  /** DTMF digits instead of speech; `content` is then `[keys] ` and the digits. Sensitive digits are shown as `[keys] (sensitive)`. */
  digits: z.string().optional(),
  /** 0 to 1; only for speech of the customer. */
  confidence: z.number().min(0).max(1).optional(),
  nodeId: z.string().optional(),
  agentId: z.string().optional().meta({
    description:
      'The agent that spoke, if the call was handed over to it. Omitted for the first agent of the call.',
  }),
  unintelligible: z.literal(true).optional().meta({
    description:
      'Present if the speech of the customer was not understood; `content` is then `[unintelligible]`.',
  }),
});

export type TranscriptEntry = z.output<typeof TranscriptEntry>;

/** An event in the timeline of a call. */
export const TimelineEntry = z.strictObject({
  type: z.string(),
  at: z.iso.datetime(),
  detail: z.record(z.string(), z.json()),
});

export type TimelineEntry = z.output<typeof TimelineEntry>;

/** The latency of one agent response, by stage. The stages add up to `totalMs`, the silence that the customer heard. */
export const TurnLatency = z.strictObject({
  turn: z.int().min(1),
  /** Start of the response: the `startMs` of the agent's transcript entry. */
  startMs: milliseconds.optional(),
  totalMs: milliseconds,
  /** Delay of the jitter buffer for the last speech of the customer. */
  bufferMs: milliseconds,
  /** From the end of speech to the end-of-turn decision. */
  endpointingMs: milliseconds,
  /** To the first token of a model, or the decision of the flow. */
  thinkingMs: milliseconds,
  /** To the first audio of the voice. */
  speechMs: milliseconds,
  /** To the first packet sent. */
  playoutMs: milliseconds,
});

export type TurnLatency = z.output<typeof TurnLatency>;

export const CallAnalysis = z.strictObject({
  summary: z.string().nullable(),
  success: z.boolean().nullable(),
  fields: z.record(z.string(), variableValue),
});

export type CallAnalysis = z.output<typeof CallAnalysis>;

const amount = z.string().regex(/^\d+(\.\d{1,9})?$/);

/** The use of one provider and model in a call, and its cost. */
export const CallCost = z.strictObject({
  /** For carriers, the name of the trunk. */
  provider: z.string(),
  /** Null for carriers. */
  model: z.string().nullable(),
  kind: z.enum(usageKinds),
  /** In `unit`s. */
  quantity: z.number().min(0),
  unit: z.enum(usageUnits),
  /** Whether the quantity is estimated, because the vendor reported none. */
  estimated: z.boolean(),
  /** Null if the price is unknown. */
  cost: amount.nullable(),
  /** ISO 4217. Null if the price is unknown. */
  currency: z.string().nullable(),
});

export type CallCost = z.output<typeof CallCost>;

/** The sum of the costs of a call. */
export const CallTotalCost = z.strictObject({
  amount,
  /** ISO 4217. */
  currency: z.string(),
  /** Whether all usage has a price. */
  complete: z.boolean(),
});

export type CallTotalCost = z.output<typeof CallTotalCost>;

/** A call with its transcript, timeline, latencies, analysis, costs and variables. */
export const CallDetail = Call.extend({
  transcript: z.array(TranscriptEntry),
  timeline: z.array(TimelineEntry),
  latency: z.array(TurnLatency),
  analysis: CallAnalysis.nullable(),
  costs: z.array(CallCost),
  /** Null if no usage has a price. */
  totalCost: CallTotalCost.nullable(),
  variables: z.record(z.string(), variableValue),
});

export type CallDetail = z.output<typeof CallDetail>;
