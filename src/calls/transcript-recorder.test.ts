import { languageOf } from '../domain/languages/languages.ts';
import { describe, expect, it } from 'vitest';
import type { CallRecords } from './call-records.ts';
import type { CallerTurn } from '../voice/speech-input-event.ts';
import { TranscriptRecorder } from './transcript-recorder.ts';

/** Creates a recorder of a call that was answered at 1,000 ms on the leg's media clock. */
function createRecorder() {
  const events: [type: string, detail: Readonly<Record<string, unknown>>][] = [];
  const entries: Parameters<CallRecords['recordTranscript']>[0][] = [];
  const records: CallRecords = {
    recordStatus: () => {},
    recordRecordingStart: () => {},
    recordEvent: (type, detail) => void events.push([type, detail]),
    recordTranscript: (entry) => void entries.push(entry),
    updateLiveView: () => {},
    recordOptOut: () => {},
    recordEnd: () => {},
    flushed: () => Promise.resolve(),
  };
  const recorder = new TranscriptRecorder({
    records,
    nodeOf: () => 'ask',
    handoffAgentId: () => undefined,
    onOptOut: () => {},
    onPersonRequested: () => {},
    language: () => languageOf('en'),
    sentiment: { value: 'neutral', addAgentWords: () => {}, addCustomerWords: () => {} },
  });
  recorder.onAnswered(1_000);
  return { recorder, events, entries };
}

const rejectedTurn: CallerTurn = {
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

describe('TranscriptRecorder', () => {
  it('records rejected speech as unintelligible, without its text in the transcript', () => {
    const { recorder, events, entries } = createRecorder();
    recorder.handleVoiceEvent({ type: 'caller-spoke', turn: rejectedTurn });
    expect(events).toEqual([
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

  it('records the latency of a response with the start time of its transcript entry', () => {
    const { recorder, events, entries } = createRecorder();
    recorder.handleVoiceEvent({ type: 'response-timed', atMs: 4_540, latency });
    const response = { id: 1, heardText: 'Thank you.', startMs: 4_540, endMs: 5_200, interrupted: false };
    recorder.handleVoiceEvent({ type: 'agent-spoke', ...response });
    expect(recorder.latency).toEqual([{ turn: 1, startMs: 3_540, ...latency }]);
    expect(events).toEqual([['turn_timed', recorder.latency[0]]]);
    expect(entries).toMatchObject([{ role: 'agent', startMs: 3_540, endMs: 4_200 }]);
  });
});
