import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { type Fixture, noon, seedCall, seedWorkspace } from '../../test/support/fixtures.ts';
import { endCall } from '../calls/end-call.ts';
import { FakeLanguageModel } from '../contracts/testing/fake-language-model.ts';
import type { ScriptedReply } from '../contracts/testing/scripted-reply.ts';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { newId } from '../core/ids.ts';
import { AgentInput } from '../domain/agent.ts';
import { pendingAnalysis, type Analysis } from '../domain/analysis.ts';
import type { Sentiment } from '../domain/call.ts';
import { PriceTable } from '../domain/costs/price-table.ts';
import { CallFlowInput } from '../domain/flow/flow.ts';
import { analyzeCallKind, type AnalyzeCallPayload } from '../jobs/analysis-jobs.ts';
import { claimJobs } from '../jobs/claim-jobs.ts';
import { completeJob } from '../jobs/complete-job.ts';
import { insertAgent } from '../store/agents.ts';
import { appendTranscriptEntry } from '../store/calls/call-timeline.ts';
import { findCall, recordCallChange, type CallDetailRow } from '../store/calls/calls.ts';
import { insertFlow } from '../store/flows.ts';
import { analyzeCallHandler } from './analyze-call.ts';

let database: TestDatabase;
let fixture: Fixture;
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await seedWorkspace(database.db);
});
afterAll(() => database.close());

const prices = PriceTable.parse({
  currency: 'USD',
  languageModels: { 'fake/*': { perMillionInputTokens: 1, perMillionOutputTokens: 2 } },
});
const carrierCost = {
  provider: 'trunk',
  model: null,
  kind: 'carrier',
  quantity: 8,
  unit: 'seconds',
  estimated: false,
  cost: '0.01',
  currency: 'USD',
} as const;
const analysis = {
  summary: true,
  successCriteria: 'The customer comes.',
  fields: [
    { name: 'coming', type: 'boolean' },
    { name: 'guests', type: 'number' },
  ],
};
const answer = {
  summary: 'She comes.',
  success: true,
  successReason: 'She said so.',
  fields: { coming: true, guests: 4 },
  sentiment: 'positive',
};
const good: ScriptedReply = { pieces: [JSON.stringify(answer)], inputTokens: 1000, outputTokens: 100 };
const prose: ScriptedReply = { pieces: ['She comes.'], inputTokens: 1000, outputTokens: 100 };

interface Options {
  readonly replies?: readonly ScriptedReply[];
  readonly agent?: object;
  readonly words?: readonly string[];
  readonly sentiment?: Sentiment;
}

/** One call that ended with the pending analysis, and its job. */
class AnalysisTest {
  readonly clock = new ManualClock(noon.getTime() + 60_000);
  readonly model: FakeLanguageModel;
  readonly call: CallDetailRow;

  private constructor(call: CallDetailRow, { replies = [good] }: Options) {
    this.call = call;
    this.model = new FakeLanguageModel(replies, { clock: this.clock });
  }

  static async open(options: Options = {}): Promise<AnalysisTest> {
    const { agent = { model: 'fake/scripted' }, words = ['Yes, with four guests.'], sentiment } = options;
    const { workspaceId } = fixture;
    const scope = database.db.inWorkspace(workspaceId);
    const definition = CallFlowInput.parse({
      name: 'Reminder',
      nodes: [
        { id: 'ask', type: 'ask', config: { prompt: 'Coming?', variable: 'coming', expect: 'yes_no' } },
        {
          id: 'pin',
          type: 'gather_digits',
          config: { prompt: 'Your code?', variable: 'guests', maxDigits: 4, minDigits: 1 },
        },
        { id: 'end', type: 'end', config: { text: 'Goodbye.' } },
      ],
      startNodeId: 'ask',
      edges: [
        { id: 'a', from: 'ask', to: 'pin', condition: { type: 'always' } },
        { id: 'b', from: 'pin', to: 'end', condition: { type: 'always' } },
      ],
    });
    const flow = await insertFlow(scope, { id: newId('flow'), workspaceId, definition, at: noon });
    const config = AgentInput.parse({ name: 'Ada', flowId: flow.id, analysis, ...agent });
    const row = await insertAgent(scope, { id: newId('agent'), workspaceId, config, at: noon });
    const call = await seedCall(database.db, { ...fixture, agent: row, flow });
    const key = { workspaceId, callId: call.id };
    await recordCallChange(scope, { ...key, from: ['queued'], to: 'dialing', at: noon });
    await recordCallChange(scope, { ...key, from: ['dialing'], to: 'in_progress', at: noon });
    const texts = ['Are you coming?', ...words];
    for (const [index, content] of texts.entries()) {
      const role = index === 0 ? 'agent' : 'customer';
      const entry = { role, content, startMs: index, endMs: index, interrupted: false } as const;
      await appendTranscriptEntry(scope, { ...key, sequence: index + 1, entry });
    }
    await endCall(scope, {
      ...key,
      endReason: 'agent_hangup',
      at: noon,
      disposition: { code: 'interested', status: 'completed' },
      variables: { coming: true, guests: '4', clinic: 'Oak' },
      costs: [carrierCost],
      analysis: pendingAnalysis,
      sentiment,
    });
    return new AnalysisTest(call, options);
  }

  async row(): Promise<CallDetailRow> {
    const { workspaceId, id: callId } = this.call;
    return (await findCall(database.db.inWorkspace(workspaceId), { workspaceId, callId }))!;
  }

  async analysis(): Promise<Analysis> {
    return (await this.row()).analysis!;
  }

  async enqueueAgain(): Promise<void> {
    const { workspaceId, id: callId, agentVersion } = this.call;
    await database.db.asSystem().execute(
      {
        text: `insert into jobs (workspace_id, kind, key, run_at, payload) values ($1, $2, $3, now(), $4)`,
      },
      [workspaceId, analyzeCallKind, callId, JSON.stringify({ callId, agentVersion })],
    );
  }

  /** Runs the job of the call. Rejects if the attempt fails. */
  async run(attempt = 1): Promise<void> {
    const system = database.db.asSystem();
    const claim = { kinds: [analyzeCallKind], limit: 50, owner: 'node', leaseMs: 60_000, firstGroupId: '' };
    await system.execute(
      { text: `update jobs set state = 'queued', owner = null, lease_until = null where kind = $1` },
      [analyzeCallKind],
    );
    const jobs = await claimJobs(system, claim);
    const job = jobs.find(({ key }) => key === this.call.id)!;
    const context = { clock: this.clock, logger: silentLogger, database: database.db, prices };
    await analyzeCallHandler({ ...context, models: { languageModel: () => this.model } }).run(
      { ...job, payload: job.payload as AnalyzeCallPayload, attempt },
      {
        signal: new AbortController().signal,
        complete: async (tx) => {
          await completeJob(tx, { id: job.id, owner: 'node', attempt: job.attempt });
        },
      },
    );
  }

  async events(): Promise<{ status: string; sequence: number }[]> {
    return database.db.asSystem().rows<{ status: string; sequence: number }>(
      {
        text: `select data->'analysis'->>'status' as status, sequence from events
          where subject_id = $1 and type = 'call.analyzed' order by sequence`,
      },
      [this.call.id],
    );
  }

  async jobCount(): Promise<number> {
    const rows = await database.db
      .asSystem()
      .rows({ text: 'select id from jobs where kind = $1 and key = $2' }, [analyzeCallKind, this.call.id]);
    return rows.length;
  }
}

describe('the analysis of a call', () => {
  it('is pending at the end of the call, and completed by one request to the model of the agent', async () => {
    const test = await AnalysisTest.open();
    expect(await test.analysis()).toEqual(pendingAnalysis);
    await test.run();
    expect(await test.analysis()).toEqual({
      ...answer,
      status: 'completed',
      model: 'fake/scripted',
      reason: null,
      warnings: [],
      analyzedAt: '2026-01-05T12:01:00.000Z',
    });
    expect(test.model.requests).toHaveLength(1);
    expect(await test.events()).toMatchObject([{ status: 'completed' }]);
    expect(await test.jobCount()).toBe(0);
  });

  it('gives the call its final sentiment, which an analysis without one keeps', async () => {
    const silent = { pieces: [JSON.stringify({ ...answer, sentiment: null })] };
    const test = await AnalysisTest.open({ replies: [good, silent], sentiment: 'negative' });
    expect((await test.row()).sentiment).toBe('negative');
    await test.run();
    expect((await test.row()).sentiment).toBe('positive');
    await test.enqueueAgain();
    await test.run();
    expect([(await test.row()).sentiment, (await test.analysis()).sentiment]).toEqual(['positive', null]);
  });

  it('adds its costs to those of the call', async () => {
    const test = await AnalysisTest.open();
    await test.run();
    const { costs } = await test.row();
    expect(costs.map(({ kind, unit, quantity, cost }) => [kind, unit, quantity, cost])).toEqual([
      ['carrier', 'seconds', 8, '0.01'],
      ['language-model', 'input-tokens', 1000, '0.001'],
      ['language-model', 'output-tokens', 100, '0.0002'],
    ]);
  });

  it('is repeated after unusable answers, with the costs of every attempt, and fails with the reason after the last one', async () => {
    const test = await AnalysisTest.open({ replies: [prose, prose, prose, prose, good] });
    for (const attempt of [1, 2, 3]) {
      await expect(test.run(attempt)).rejects.toThrow('not a JSON object');
      expect((await test.analysis()).status).toBe('pending');
    }
    await test.run(4);
    expect(await test.analysis()).toMatchObject({
      status: 'failed',
      reason: 'The answer of the language model is not a JSON object.',
      summary: null,
      fields: {},
    });
    expect(test.model.requests).toHaveLength(4);
    expect((await test.row()).costs.map(({ quantity }) => quantity)).toEqual([8, 4000, 400]);
    expect(await test.events()).toMatchObject([{ status: 'failed' }]);
  });

  it('fails at once if the vendor rejects the request for good', async () => {
    const test = await AnalysisTest.open({ replies: [{ ending: 'refused' }] });
    await test.run();
    expect(await test.analysis()).toMatchObject({ status: 'failed', reason: 'The request was refused.' });
  });

  it('fails after the last attempt if the model never answers', async () => {
    const test = await AnalysisTest.open({ replies: [{ ending: 'stall' }] });
    const running = test.run(4);
    await expect.poll(() => test.model.requests.length).toBe(1);
    await test.clock.advance(30_000);
    await running;
    expect(await test.analysis()).toMatchObject({
      status: 'failed',
      reason: 'The language model timed out.',
    });
  });

  it('makes no request after the last attempt, for example if each attempt ended with a crash', async () => {
    const test = await AnalysisTest.open();
    await test.run(5);
    expect(test.model.requests).toEqual([]);
    expect((await test.analysis()).status).toBe('failed');
  });

  it.each([
    ['the customer said nothing', []],
    ['nothing that the customer said was understood', ['[unintelligible]']],
  ])('is skipped without a request if %s', async (_name, words) => {
    const test = await AnalysisTest.open({ words });
    await test.run();
    expect(test.model.requests).toEqual([]);
    expect(await test.analysis()).toMatchObject({ status: 'skipped', summary: null, fields: {} });
  });

  it('has only results of the flow if the agent has no model', async () => {
    const test = await AnalysisTest.open({ agent: {}, words: ['Yes, thank you, perfect.'] });
    await test.run();
    expect(test.model.requests).toEqual([]);
    expect(await test.analysis()).toMatchObject({
      status: 'completed',
      summary:
        'Recorded results of the call: disposition: interested; end: agent hangup; coming: yes; guests: 4.',
      success: null,
      successReason: null,
      fields: { coming: true, guests: 4 },
      sentiment: 'positive',
      model: null,
    });
  });

  it('has no sentiment of English word lists in another language', async () => {
    const test = await AnalysisTest.open({ agent: { language: 'de-DE' }, words: ['Ja, perfekt, thanks.'] });
    await test.run();
    expect((await test.analysis()).sentiment).toBeNull();
  });

  it('keeps its values if a repetition fails', async () => {
    const test = await AnalysisTest.open({ replies: [good, { ending: 'refused' }] });
    await test.run();
    await test.enqueueAgain();
    await test.run();
    expect(await test.analysis()).toMatchObject({
      ...answer,
      status: 'failed',
      reason: 'The request was refused.',
    });
    expect(await test.events()).toMatchObject([{ status: 'completed' }, { status: 'failed' }]);
  });
});
