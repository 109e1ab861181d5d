import type {
  CallResource,
  TranscriptEntryResource,
  TurnLatencyResource,
} from '../../packages/sdk/src/client.ts';

/** The turns whose silence was measured. While the call is under way they stand in its timeline alone. */
export function turnsOf({ latency, timeline }: CallResource): readonly TurnLatencyResource[] {
  if (latency.length > 0) return latency;
  return timeline
    .filter(({ type }) => type === 'turn_timed')
    .map(({ detail }) => detail as unknown as TurnLatencyResource);
}

/** The turn that this utterance of the agent answered; undefined where it answered none, such as a greeting. */
export function turnAnsweredBy(
  entry: TranscriptEntryResource,
  turns: readonly TurnLatencyResource[],
): TurnLatencyResource | undefined {
  return entry.role === 'agent' ? turns.find(({ startMs }) => startMs === entry.startMs) : undefined;
}

/** What the customer heard of silence before the answer, in whole ms. */
export function silenceMs({ totalMs }: TurnLatencyResource): number {
  return Math.round(totalMs);
}
