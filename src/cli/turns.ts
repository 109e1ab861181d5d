import type {
  CallResource,
  TranscriptEntryResource,
  TurnLatencyResource,
} from '../../packages/sdk/src/client.ts';

/** Returns the turns with measured latency. Until the call ends, only its timeline has them. */
export function turnsOf({ latency, timeline }: CallResource): readonly TurnLatencyResource[] {
  if (latency.length > 0) return latency;
  return timeline
    .filter(({ type }) => type === 'turn_timed')
    .map(({ detail }) => detail as unknown as TurnLatencyResource);
}

/** Returns the turn that this utterance of the agent answers; undefined for an utterance that answers none, such as a greeting. */
export function turnAnsweredBy(
  entry: TranscriptEntryResource,
  turns: readonly TurnLatencyResource[],
): TurnLatencyResource | undefined {
  return entry.role === 'agent' ? turns.find(({ startMs }) => startMs === entry.startMs) : undefined;
}

/** Returns the silence before the response, in whole ms. */
export function silenceMs({ totalMs }: TurnLatencyResource): number {
  return Math.round(totalMs);
}
