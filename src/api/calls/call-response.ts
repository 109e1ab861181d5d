import { z } from 'zod';
import { Call, CallDetail, CallPlaced, unintelligible, type CallRecordingState } from '../../domain/call.ts';
import { totalCost } from '../../domain/costs/price-usage.ts';
import { adviceEvent, type CallEventRow, type TranscriptRow } from '../../store/calls/call-timeline.ts';
import type { CallDetailRow, CallRow } from '../../store/calls/calls.ts';
import type { PathParameter } from '../endpoint.ts';

export const CallResponse = Call.meta({ id: 'CallRecord' });
export const CallDetailResponse = CallDetail.meta({ id: 'CallDetail' });
export const CallPlacedResponse = CallPlaced.meta({ id: 'Call' });

export const callParameter = {
  callId: { kind: 'call', notFoundCode: 'call_not_found', description: 'The call.' },
} as const satisfies Record<string, PathParameter>;

const toIsoString = (date: Date | null): string | null => date?.toISOString() ?? null;

export function toCallResponse(row: CallRow): z.input<typeof CallResponse> {
  return {
    callId: row.id,
    roomName: row.roomName,
    direction: row.direction,
    type: row.type,
    status: row.state,
    endReason: row.endReason,
    endDetail: row.endDetail,
    fault: row.fault,
    fromNumber: row.fromNumber,
    toNumber: row.toNumber,
    agent: row.agent,
    flowId: row.flowId,
    flowVersion: row.flowVersion,
    batchId: row.batchId,
    jobId: row.jobId,
    attempt: row.attempt,
    customer: row.customer,
    language: row.language,
    purpose: row.purpose ?? 'unspecified',
    consent: row.consent,
    dynamic: row.dynamic,
    metadata: row.metadata as z.input<typeof CallResponse>['metadata'],
    disposition: row.disposition,
    notes: row.notes,
    transferRequested: row.transferRequested,
    durationSeconds: durationSeconds(row),
    recording: toRecordingState(row),
    scheduledAt: toIsoString(row.scheduledAt),
    createdAt: row.createdAt.toISOString(),
    dialedAt: toIsoString(row.dialedAt),
    ringingAt: toIsoString(row.ringingAt),
    answeredAt: toIsoString(row.answeredAt),
    endedAt: toIsoString(row.endedAt),
    erasedAt: toIsoString(row.erasedAt),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function durationSeconds({ answeredAt, endedAt }: CallRow): number | null {
  if (answeredAt === null || endedAt === null) return null;
  return (endedAt.getTime() - answeredAt.getTime()) / 1000;
}

/** Returns null if recording was off for the call. */
function toRecordingState(row: CallRow): z.input<typeof CallRecordingState> | null {
  if (!row.record) return null;
  const { recordingPath, recordingDurationMs: durationMs, recordingFault: reason } = row;
  return {
    available: recordingPath !== null && row.state === 'ended',
    durationMs,
    truncated: recordingPath !== null && reason !== null,
    reason,
  };
}

export function toCallDetailResponse(
  row: CallDetailRow,
  transcript: readonly TranscriptRow[],
  timeline: readonly CallEventRow[],
): z.input<typeof CallDetailResponse> {
  return {
    ...toCallResponse(row),
    transcript: transcript.map(toTranscriptEntry),
    timeline: timeline
      .filter(({ type }) => type !== adviceEvent)
      .map(({ type, at, detail }) => ({
        type,
        at: at.toISOString(),
        detail: detail as Record<string, z.core.util.JSONType>,
      })),
    whispers: timeline.filter(({ type }) => type === adviceEvent).map(toWhisper),
    sentiment: row.sentiment,
    latency: row.latency,
    analysis: row.analysis,
    costs: row.costs,
    totalCost: totalCost(row.costs),
    variables: row.variables,
  };
}

function toWhisper({ at, detail }: CallEventRow) {
  const { text, author = null } = detail as { readonly text: string; readonly author?: string };
  return { text, at: at.toISOString(), author };
}

function toTranscriptEntry(row: TranscriptRow) {
  const { sequence: _, digits, confidence, nodeId, agentId, ...entry } = row;
  return {
    ...entry,
    ...(digits === null ? {} : { digits }),
    ...(confidence === null ? {} : { confidence }),
    ...(nodeId === null ? {} : { nodeId }),
    ...(agentId === null ? {} : { agentId }),
    ...(entry.role === 'customer' && entry.content === unintelligible
      ? { unintelligible: true as const }
      : {}),
  };
}

export function toCallPlacedResponse(row: CallRow, warnings: string[]): z.input<typeof CallPlacedResponse> {
  return {
    status: 'success',
    callId: row.id,
    roomName: row.roomName,
    fromNumber: row.fromNumber,
    toNumber: row.toNumber,
    agent: row.agent,
    ...(warnings.length > 0 && { warnings }),
  };
}
