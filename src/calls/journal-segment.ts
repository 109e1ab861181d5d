/** One file of the journal of a process: the first is 1. */
export interface JournalSegment {
  readonly nodeId: string;
  readonly segment: number;
}

const pattern = /^(.+)\.(\d{8})\.jsonl$/;

/** Names sort in the order in which the files were begun. */
export function segmentName(nodeId: string, segment: number): string {
  return `${nodeId}.${String(segment).padStart(8, '0')}.jsonl`;
}

/** Undefined where the name is no segment's. */
export function segmentOf(name: string): JournalSegment | undefined {
  const match = pattern.exec(name);
  return match === null ? undefined : { nodeId: match[1]!, segment: Number(match[2]) };
}
