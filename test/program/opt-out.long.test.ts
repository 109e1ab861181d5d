import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ScriptedReply } from '../../src/contracts/testing/scripted-reply.ts';
import { ScriptedServer } from '../../src/providers/ai-sdk/testing/scripted-server.ts';
import { ProgramUnderTest } from './program-under-test.ts';
import { violationOf, OptOutCalls, type OptOutResult } from './opt-out-calls.ts';

const flows = 50;
const models = ['one', 'two', 'three', 'four', 'five'];
const concurrency = 8;

const offer: readonly ScriptedReply[] = [
  { pieces: ['We have a wonderful offer this week. ', 'Shall I tell you more?'] },
];

let server: ScriptedServer;
let program: ProgramUnderTest;

beforeAll(async () => {
  server = await ScriptedServer.start(Object.fromEntries(models.map((name) => [name, offer])));
  program = await ProgramUnderTest.start({
    PARLEY_RTP_PORTS: '24600-24999',
    PARLEY_OPENAI_BASE_URL: server.baseUrl,
  });
});
afterAll(async () => {
  await program.close();
  await server.close();
});

it(
  'a person who says "stop calling me" is not called again by any flow or model',
  { timeout: 1_200_000 },
  async () => {
    const optOutCalls = new OptOutCalls(program);
    const calls: (() => Promise<OptOutResult>)[] = [
      ...Array.from({ length: flows }, (_, seed) => () => optOutCalls.callWithFlow(seed + 100)),
      ...models.map((name) => () => optOutCalls.callWithModel(name, 'Hello, this is Clear View Windows.')),
    ];
    const results: OptOutResult[] = [];
    const worker = async () => {
      for (let next = calls.shift(); next !== undefined; next = calls.shift()) results.push(await next());
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    expect(results).toHaveLength(flows + models.length);
    expect(results.map(violationOf).filter((violation) => violation !== undefined)).toEqual([]);
  },
);
