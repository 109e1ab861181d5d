import { describe, expect, it } from 'vitest';
import type { CallBooks } from './call-books.ts';
import type { CallerTurn } from '../voice/ear.ts';
import { CallScribe } from './call-scribe.ts';

/** A scribe of a call that was answered at 1,000 ms on the leg's media clock. */
function scribeOf() {
  const notes: [type: string, detail: Readonly<Record<string, unknown>>][] = [];
  const entries: Parameters<CallBooks['said']>[0][] = [];
  const books: CallBooks = {
    moved: () => {},
    recordingStarted: () => {},
    noted: (type, detail) => void notes.push([type, detail]),
    said: (entry) => void entries.push(entry),
    live: () => {},
    optedOut: () => {},
    ended: () => {},
    settled: () => Promise.resolve(),
  };
  const scribe = new CallScribe({ books, nodeOf: () => 'ask', onOptOut: () => {} });
  scribe.answered(1_000);
  return { scribe, notes, entries };
}

const mumbled: CallerTurn = {
  text: 'bla',
  match: undefined,
  confidence: 0.2,
  rejected: true,
  startMs: 4_000,
  endMs: 4_300,
  decidedAtMs: 4_500,
  transcribedAtMs: 4_400,
};
const latency = {
  totalMs: 275,
  bufferMs: 35,
  endpointingMs: 200,
  thinkingMs: 0,
  speechMs: 40,
  playoutMs: 0,
};

describe('what is written down of a call', () => {
  it('marks speech that was not understood, and keeps the guess out of the transcript', () => {
    const { scribe, notes, entries } = scribeOf();
    scribe.hear({ type: 'caller-spoke', turn: mumbled });
    expect(notes).toEqual([
      ['not_understood', { text: 'bla', confidence: 0.2, startMs: 3_000, endMs: 3_300 }],
    ]);
    expect(entries).toEqual([
      {
        role: 'customer',
        content: '[unintelligible]',
        startMs: 3_000,
        endMs: 3_300,
        interrupted: false,
        confidence: 0.2,
        unintelligible: true,
      },
    ]);
  });

  it('joins the silence before an answer with the answer, by the time at which it begins', () => {
    const { scribe, notes, entries } = scribeOf();
    scribe.hear({ type: 'answer-timed', atMs: 4_540, latency });
    const answer = { id: 1, heardText: 'Thank you.', startMs: 4_540, endMs: 5_200, interrupted: false };
    scribe.hear({ type: 'agent-spoke', ...answer });
    expect(scribe.latency).toEqual([{ turn: 1, startMs: 3_540, ...latency }]);
    expect(notes).toEqual([['turn_timed', scribe.latency[0]]]);
    expect(entries).toMatchObject([{ role: 'agent', startMs: 3_540, endMs: 4_200 }]);
  });
});
