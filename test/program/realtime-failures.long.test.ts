import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import { audioOfWords, wordMs } from '../../src/providers/websocket/testing/audio-words.ts';
import { spokenIn, type ProgramWithPhone } from './program-with-phone.ts';
import {
  closeRealtimeProgram,
  farewell,
  greeting,
  realtimeKeys,
  startRealtimeCall,
  startRealtimeProgram,
  textsOf,
  type RealtimeProgram,
} from './realtime-program.ts';
import { turnsMsOf } from './realtime-requests.ts';

const model = 'openai-realtime/gpt-realtime';
const question = 'I would like a visit';
const apology = 'Sorry. Please repeat.';

describe('a call whose speech-to-speech model fails', () => {
  let started: RealtimeProgram;
  let program: ProgramWithPhone;
  /** The vendor repeats the key in its response. */
  const refusal = { status: 401, body: `{"error":{"message":"Incorrect API key: ${realtimeKeys.openai}"}}` };
  const calls: CallResource[] = [];

  beforeAll(async () => {
    started = await startRealtimeProgram('33200-33249');
    ({ program } = started);
  }, 60_000);
  afterAll(async () => {
    await closeRealtimeProgram(started);
  });

  it('in mid-turn and for good is continued by the recogniser and the fallback model', async () => {
    const { server } = started.openAi;
    const callId = await startRealtimeCall(started, model);
    const played = program.play(audioOfWords(question));
    await server.until(() => turnsMsOf(server).at(-1)! > 2 * wordMs);
    server.refusal = refusal;
    server.latest.cut();
    await played;
    const call = await program.api.untilEnded(callId);
    calls.push(call);
    expect(call).toMatchObject({ endReason: 'agent_hangup', endDetail: null });
    expect(textsOf(call, 'customer')).toEqual([question]);
    expect(spokenIn(program.phone.heard).join(' ')).toBe(`${greeting} ${farewell}`);
    const { host } = new URL(server.baseUrl);
    expect(call.timeline.filter(({ type }) => type === 'model_failed')).toMatchObject([
      { detail: { detail: `${host} rejected the API key (401).` } },
    ]);
  }, 30_000);

  it('without a fallback model ends after an apology, with the cause', async () => {
    const agent = { modelSettings: { fallbackModels: [] }, phrases: { apology } };
    const callId = await startRealtimeCall(started, model, agent);
    await program.play(audioOfWords(question));
    await program.untilHeard('repeat.');
    await program.play(audioOfWords(question));
    const call = await program.api.untilEnded(callId);
    calls.push(call);
    const { host, origin } = new URL(started.openAi.server.baseUrl);
    expect(call).toMatchObject({
      endReason: 'provider_error',
      fault: 'provider',
      endDetail: `${host} rejected the API key (401). (${model} at ${origin}/v1)`,
    });
    expect(textsOf(call, 'agent')).toEqual([greeting, apology]);
    expect(started.openAi.server.upgradeCount).toBe(started.openAi.server.connections.length + 1);
  }, 30_000);

  it('shows no key', () => {
    const shown = `${JSON.stringify(calls)} ${program.server.stderr}`;
    expect(calls).toHaveLength(2);
    for (const key of Object.values(realtimeKeys)) expect(shown).not.toContain(key);
    expect(shown).not.toContain('"level":50');
  });
});
