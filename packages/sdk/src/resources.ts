/** What the API answers, as far as clients here read it. The whole is described by `/openapi.json`. */
export interface AgentResource {
  readonly id: string;
  readonly name: string;
  readonly model: string;
  readonly phoneNumber: string | null;
  readonly flowId: string | null;
  readonly status: 'active' | 'inactive';
}

export interface NumberResource {
  readonly id: string;
  readonly phoneNumber: string;
  readonly agentId: string | null;
}

export interface CallPlacedResource {
  readonly status: 'success';
  readonly callId: string;
  readonly roomName: string;
  readonly fromNumber: string;
  readonly toNumber: string;
  readonly agent: { readonly id: string; readonly name: string };
  readonly warnings?: readonly string[];
}

export interface TranscriptEntryResource {
  readonly role: 'agent' | 'customer';
  readonly content: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly interrupted: boolean;
  readonly digits?: string;
}

export interface TurnLatencyResource {
  readonly turn: number;
  /** The `startMs` of the agent's entry in the transcript; missing in calls of earlier versions. */
  readonly startMs?: number;
  readonly totalMs: number;
  readonly bufferMs: number;
  readonly endpointingMs: number;
  readonly thinkingMs: number;
  readonly speechMs: number;
  readonly playoutMs: number;
}

export interface CallResource {
  readonly callId: string;
  readonly status: 'queued' | 'dialing' | 'ringing' | 'in_progress' | 'ended';
  readonly endReason: string | null;
  readonly endDetail: string | null;
  /** Whose fault the end was; null before it. */
  readonly fault: 'none' | 'customer' | 'provider' | 'platform' | null;
  readonly fromNumber: string;
  readonly toNumber: string;
  readonly disposition: string | null;
  readonly durationSeconds: number | null;
  readonly recording: { readonly available: boolean; readonly durationMs: number | null } | null;
  readonly transcript: readonly TranscriptEntryResource[];
  readonly latency: readonly TurnLatencyResource[];
  readonly timeline: readonly {
    readonly type: string;
    readonly at: string;
    readonly detail: Readonly<Record<string, unknown>>;
  }[];
}

export interface NewKeyResource {
  readonly id: string;
  readonly name: string;
  readonly apiKey: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
}

export interface HealthResource {
  readonly status: 'ok' | 'degraded' | 'failing' | 'draining';
  /** `detail` is told to the machine of the service itself, and to whoever has its metrics token. */
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly detail?: string }[];
}

export interface NewCallFields {
  readonly agentId: string;
  readonly toNumber: string;
  readonly fromNumber?: string;
  readonly customer?: { readonly name?: string; readonly email?: string; readonly timezone?: string };
  readonly dynamic?: Readonly<Record<string, string | number | boolean | null>>;
}

export interface NewKeyFields {
  readonly name: string;
  readonly preset?: string;
  readonly scopes?: readonly string[];
  readonly expiresAt?: string;
}
