import type { Agent, CallDetail } from './generated/types.gen.ts';

export type AgentResource = Agent;

/** A single call, with its transcript, timeline and latency. */
export type CallResource = CallDetail;
export type TranscriptEntryResource = CallDetail['transcript'][number];
export type TurnLatencyResource = CallDetail['latency'][number];

/** Response of `GET /health/ready`. */
export interface HealthResource {
  readonly status: 'ok' | 'degraded' | 'failing' | 'draining';
  /** `detail` is present only for requests from the machine of the service, and for requests with its metrics token. */
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly detail?: string }[];
}
