import { z } from 'zod';
import { AgentOverrides } from './agent.ts';
import { callStates, endReasons, faults } from './call-state.ts';
import {
  calleeTimeZone,
  consent,
  e164,
  instant,
  metadata,
  purpose,
  region,
  storedZone,
  variableValue,
  variableValues,
} from './fields.ts';
import { recordingFaults } from './recording-fault.ts';

/** Who is called, as far as the caller of the API knows. */
export const Customer = z.strictObject({
  name: z.string().max(200).optional(),
  email: z.email().max(320).optional(),
  externalId: z.string().max(200).optional(),
  timezone: calleeTimeZone.optional(),
  region: region.optional(),
});

/** The same in a stored call or row. */
export const StoredCustomer = Customer.extend({ timezone: storedZone.optional() });

export type Customer = z.output<typeof Customer>;

/** Starts an outbound call. */
export const CallInput = z.strictObject({
  agentId: z.string().min(1).max(40),
  /** Checked by the endpoint, which has an error of its own for it. */
  toNumber: z.string().min(1).max(40),
  fromNumber: e164.optional(),
  metadata: metadata.default({}),
  dynamic: variableValues.default({}),
  customer: Customer.default({}),
  /** Omitted: the agent's. */
  purpose: purpose.optional(),
  consent: consent.default(false),
  record: z.boolean().default(true),
  scheduledAt: instant.optional(),
  /** Not placed any more after this instant. */
  notAfter: instant.optional(),
  maxDurationSeconds: z.int().min(10).max(43_200).optional(),
  overrides: AgentOverrides.optional(),
});

export type CallInput = z.input<typeof CallInput>;
export type NewCall = z.output<typeof CallInput>;

/** The agent as calls show it. */
export const CallAgent = z.strictObject({
  id: z.string(),
  name: z.string(),
  model: z.string(),
  voice: z.strictObject({ provider: z.string(), voiceId: z.string() }),
});

export type CallAgent = z.output<typeof CallAgent>;

/** The answer to starting a call. */
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

/** The recording of a call that was to be recorded. */
export const CallRecordingState = z.strictObject({
  available: z.boolean(),
  durationMs: milliseconds.nullable(),
  /** Whether a part is missing or silent that should have been recorded. */
  truncated: z.boolean(),
  /** Why it is truncated or was not made. */
  reason: z.enum(recordingFaults).nullable(),
});

/** A call as lists show it. Times that have not come yet are null. */
export const Call = z.strictObject({
  callId: z.string(),
  roomName: z.string(),
  direction: z.enum(['outbound', 'inbound']),
  type: z.enum(['phone', 'web']),
  status: z.enum(callStates),
  endReason: z.enum(endReasons).nullable(),
  /** A sentence for people: the network's own words, or what went wrong. */
  endDetail: z.string().nullable(),
  fault: z.enum(faults).nullable(),
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

/** What a transcript holds in place of speech that was not understood. */
export const unintelligible = '[unintelligible]';

/** One utterance, as far as it was heard. */
export const TranscriptEntry = z.strictObject({
  role: z.enum(['agent', 'customer']),
  content: z.string(),
  /** From the answer of the call. */
  startMs: milliseconds,
  endMs: milliseconds,
  /** Whether the other side cut it short. */
  interrupted: z.boolean(),
  /** Keys instead of words; `content` is then `[keys] ` and the keys. Sensitive keys are only `[keys] (sensitive)`. */
  digits: z.string().optional(),
  /** 0 to 1; of the customer's words only. */
  confidence: z.number().min(0).max(1).optional(),
  nodeId: z.string().optional(),
  unintelligible: z.literal(true).optional().meta({
    description: 'The customer spoke and was not understood; `content` is then `[unintelligible]`.',
  }),
});

export type TranscriptEntry = z.output<typeof TranscriptEntry>;

/** Something that happened, for the timeline. */
export const TimelineEntry = z.strictObject({
  type: z.string(),
  at: z.iso.datetime(),
  detail: z.record(z.string(), z.json()),
});

export type TimelineEntry = z.output<typeof TimelineEntry>;

/** The silence before one answer, by stage; the stages add up to `totalMs`, which is what the customer heard. */
export const TurnLatency = z.strictObject({
  turn: z.int().min(1),
  /** When the answer began: the `startMs` of the agent's entry in the transcript. */
  startMs: milliseconds.optional(),
  totalMs: milliseconds,
  /** From the arrival of the caller's last sound until it was heard: the jitter buffer. */
  bufferMs: milliseconds,
  /** End of speech until the turn was decided to be over. */
  endpointingMs: milliseconds,
  /** Until the first token of a model, or the flow's decision. */
  thinkingMs: milliseconds,
  /** Until the first audio of the voice. */
  speechMs: milliseconds,
  /** Until the first packet left. */
  playoutMs: milliseconds,
});

export type TurnLatency = z.output<typeof TurnLatency>;

export const CallAnalysis = z.strictObject({
  summary: z.string().nullable(),
  success: z.boolean().nullable(),
  fields: z.record(z.string(), variableValue),
});

export type CallAnalysis = z.output<typeof CallAnalysis>;

export const CallCost = z.strictObject({
  provider: z.string(),
  kind: z.enum(['speech-to-text', 'text-to-speech', 'language-model', 'carrier']),
  /** In `unit`s. */
  quantity: z.number().min(0),
  unit: z.enum(['seconds', 'characters', 'tokens', 'minutes']),
  costUsd: z.number().min(0).nullable(),
});

export type CallCost = z.output<typeof CallCost>;

/** One call with everything known of it. */
export const CallDetail = Call.extend({
  transcript: z.array(TranscriptEntry),
  timeline: z.array(TimelineEntry),
  latency: z.array(TurnLatency),
  analysis: CallAnalysis.nullable(),
  costs: z.array(CallCost),
  variables: z.record(z.string(), variableValue),
});

export type CallDetail = z.output<typeof CallDetail>;
