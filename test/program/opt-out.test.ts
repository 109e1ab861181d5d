import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedServer } from '../../src/providers/openai-compatible/scripted-server.ts';
import { ProgramUnderTest } from './program-under-test.ts';
import { faultOf, OptOutCalls } from './opt-out-calls.ts';

const script = { model: [{ pieces: ['We have a wonderful offer this week. ', 'Shall I tell you more?'] }] };

let server: ScriptedServer;
let program: ProgramUnderTest;
let refusals: OptOutCalls;

beforeAll(async () => {
  server = await ScriptedServer.start(script);
  program = await ProgramUnderTest.start({
    PARLEY_RTP_PORTS: '24400-24599',
    PARLEY_OPENAI_BASE_URL: server.baseUrl,
  });
  refusals = new OptOutCalls(program);
});
afterAll(async () => {
  await program.close();
  await server.close();
});

describe.concurrent('a person who says "stop calling me"', { timeout: 60_000 }, () => {
  it.each([1, 2, 3, 4])(
    'is never called again by generated flow %i, which lists no such wish',
    async (seed) => {
      expect(faultOf(await refusals.callWithFlow(seed))).toBeUndefined();
    },
  );

  it('is not called again by an agent with a language model', async () => {
    const refusal = await refusals.callWithModel(
      'model',
      'Hello, this is Clear View Windows. How are you today?',
    );
    expect(faultOf(refusal)).toBeUndefined();
    expect(refusal.call.transcript.at(-1)!.content).toBe('I am sorry. We will not call you again. Goodbye.');
  });
});
