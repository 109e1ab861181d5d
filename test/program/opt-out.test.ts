import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedServer } from '../../src/providers/ai-sdk/testing/scripted-server.ts';
import { ProgramUnderTest } from './program-under-test.ts';
import { violationOf, OptOutCalls } from './opt-out-calls.ts';

const script = { model: [{ pieces: ['We have a wonderful offer this week. ', 'Shall I tell you more?'] }] };

let server: ScriptedServer;
let program: ProgramUnderTest;
let optOutCalls: OptOutCalls;

beforeAll(async () => {
  server = await ScriptedServer.start(script);
  program = await ProgramUnderTest.start({
    PARLEY_RTP_PORTS: '24400-24599',
    PARLEY_OPENAI_BASE_URL: server.baseUrl,
  });
  optOutCalls = new OptOutCalls(program);
});
afterAll(async () => {
  await program.close();
  await server.close();
});

describe.concurrent('a person who says "stop calling me"', { timeout: 60_000 }, () => {
  it.each([1, 2, 3, 4])(
    'is not called again by generated flow %i, which has no opt-out path',
    async (seed) => {
      expect(violationOf(await optOutCalls.callWithFlow(seed))).toBeUndefined();
    },
  );

  it('is not called again by an agent with a language model', async () => {
    const result = await optOutCalls.callWithModel(
      'model',
      'Hello, this is Clear View Windows. How are you today?',
    );
    expect(violationOf(result)).toBeUndefined();
    expect(result.call.transcript.at(-1)!.content).toBe('I am sorry. We will not call you again. Goodbye.');
  });
});
