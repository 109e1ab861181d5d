import type { Agent, CallDetail } from './generated/types.gen.ts';

export type AgentResource = Agent;

/** One call with everything known of it. */
export type CallResource = CallDetail;
export type TranscriptEntryResource = CallDetail['transcript'][number];
export type TurnLatencyResource = CallDetail['latency'][number];

/** What `/health/ready` tells. */
export interface HealthResource {
  readonly status: 'ok' | 'degraded' | 'failing' | 'draining';
  /** `detail` is told to the machine of the service itself, and to whoever has its metrics token. */
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly detail?: string }[];
}
