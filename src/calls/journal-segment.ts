/** One file of the journal of a node. `segment` counts from 1. */
export interface JournalSegment {
  readonly nodeId: string;
  readonly segment: number;
}

const pattern = /^(.+)\.(\d{8})\.jsonl$/;

/** Returns the file name. The names of one node sort in the order of creation. */
export function segmentName(nodeId: string, segment: number): string {
  return `${nodeId}.${String(segment).padStart(8, '0')}.jsonl`;
}

/** Parses a file name; undefined if it is not the name of a segment. */
export function segmentOf(name: string): JournalSegment | undefined {
  const match = pattern.exec(name);
  return match === null ? undefined : { nodeId: match[1]!, segment: Number(match[2]) };
}
