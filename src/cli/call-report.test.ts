import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import { latencyTable, localRecording, reportCall } from './call-report.ts';
import { createOutput } from './output.ts';

let dataDir: string;
const justAfterNewYear = Date.UTC(2026, 0, 1, 0, 0, 30);

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-report-'));
  await mkdir(path.join(dataDir, 'recordings', '2025-12'), { recursive: true });
  await writeFile(path.join(dataDir, 'recordings', '2025-12', 'call_1.wav'), '');
});
afterAll(() => rm(dataDir, { recursive: true }));

const callWithRecording = (callId: string, available: boolean) =>
  ({ callId, recording: { available, durationMs: 1 } }) as CallResource;

describe('reportCall', () => {
  const report = (fields: Partial<CallResource>): string => {
    const written: string[] = [];
    const ended = {
      endReason: 'agent_hangup',
      endDetail: null,
      durationSeconds: 2,
      latency: [],
      timeline: [],
    };
    const call = { ...callWithRecording('call_1', false), ...ended, costs: [], totalCost: null, ...fields };
    reportCall(call as CallResource, undefined, createOutput(false, { write: (text) => written.push(text) }));
    return written.join('');
  };
  const unpriced = { cost: null, currency: null };

  it('shows the cost, and the models and trunks without a price', () => {
    const totalCost = { amount: '0.0421', currency: 'USD', complete: false };
    const costs = [
      { provider: 'trunk.example.net', model: null, ...unpriced },
      { provider: 'openai', model: 'small', ...unpriced },
      { provider: 'openai', model: 'small', ...unpriced },
      { provider: 'builtin', model: 'flite', cost: '0', currency: 'USD' },
    ] as CallResource['costs'];
    expect(report({ totalCost, costs })).toContain(
      'cost  0.0421 USD (without trunk.example.net, openai/small: no price)\n',
    );
    expect(report({ totalCost: { ...totalCost, complete: true } })).toContain('cost  0.0421 USD\n');
  });

  it('shows no cost if the service has no prices', () => {
    expect(report({})).not.toContain('cost');
  });
});

describe('latencyTable', () => {
  it('has a line per turn below its headings', () => {
    const stages = { bufferMs: 20, endpointingMs: 200, thinkingMs: 0, speechMs: 40, playoutMs: 0 };
    const turn = { turn: 1, totalMs: 260.4, ...stages };
    const lines = latencyTable([turn]);
    expect(lines).toHaveLength(2);
    expect(lines[0]!.trim().split(/ {2,}/)).toEqual([
      'turn',
      'silence ms',
      'buffer',
      'turn end',
      'thinking',
      'speech',
      'playout',
    ]);
    expect(lines[1]!.trim().split(/ +/)).toEqual(['1', '260', '20', '200', '0', '40', '0']);
  });
});

describe('localRecording', () => {
  it('finds the file of a call that started in the previous month', () => {
    expect(localRecording(dataDir, callWithRecording('call_1', true), justAfterNewYear)).toBe(
      path.join(dataDir, 'recordings', '2025-12', 'call_1.wav'),
    );
  });

  it('returns undefined if the file is not on this machine', () => {
    expect(localRecording(dataDir, callWithRecording('call_2', true), justAfterNewYear)).toBeUndefined();
    expect(localRecording(dataDir, callWithRecording('call_1', false), justAfterNewYear)).toBeUndefined();
  });
});
