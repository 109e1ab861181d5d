import { systemClock } from '../../src/core/clock.ts';
import { demoCallDetails } from '../../src/domain/demo-flow.ts';
import { formatPercentiles, percentilesOf } from '../media/percentiles.ts';
import { sendLoad, type Load, type LoadRequest } from './load.ts';
import type { Program } from './servers.ts';

/** A simulated callee that answers and talks for longer than a round. */
const toNumber = '+447700900000';
const zone = 'Europe/London';
const callStartMs = 3_000;
const peakFactor = 3;
const sampleEveryMs = 1_000;

/** Metrics of the media thread for the last second. */
interface MediaMetrics {
  readonly latenessMs: number;
  readonly timerJitterMs: number;
  readonly framesSkipped: number;
  readonly packetsSent: number;
}

async function readMediaMetrics({ address }: Program): Promise<MediaMetrics> {
  const text = await (await fetch(`${address}/metrics`)).text();
  const figure = (name: string) =>
    Number(new RegExp(`^parley_media_${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  return {
    latenessMs: figure('lateness_p99_ms'),
    timerJitterMs: figure('timer_jitter_ms'),
    framesSkipped: figure('frames_skipped'),
    packetsSent: figure('packets_sent'),
  };
}

/** Starts a call of the demo agent. Resolves in the middle of its conversation. */
async function startCall({ address, headers }: Program, agentId: string): Promise<void> {
  const body = JSON.stringify({ agentId, toNumber, ...demoCallDetails(Date.now(), zone) });
  const response = await fetch(`${address}/api/v1/calls/call`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  if (!response.ok) throw new Error(`The call request returned ${response.status} ${await response.text()}`);
  await systemClock.sleep(callStartMs);
}

/** Collects the media metrics of an active call during all rounds with the same load. */
class CallMetrics {
  readonly latenessMs: number[] = [];
  readonly timerJitterMs: number[] = [];
  framesSkipped = 0;
  packetsSent = 0;

  async measureDuring(program: Program, work: () => Promise<unknown>): Promise<void> {
    const before = await readMediaMetrics(program);
    const timer = setInterval(() => void this.#sample(program), sampleEveryMs);
    await work();
    clearInterval(timer);
    const after = await readMediaMetrics(program);
    this.framesSkipped += after.framesSkipped - before.framesSkipped;
    this.packetsSent += after.packetsSent - before.packetsSent;
  }

  async #sample(program: Program): Promise<void> {
    const { latenessMs, timerJitterMs } = await readMediaMetrics(program);
    this.latenessMs.push(latenessMs);
    this.timerJitterMs.push(timerJitterMs);
  }

  tableRow(name: string): string {
    const median = (values: readonly number[]) => percentilesOf(values).p50.toFixed(2);
    const max = (values: readonly number[]) => percentilesOf(values).max.toFixed(2);
    const lateness = `${median(this.latenessMs)}, ${max(this.latenessMs)}`;
    const jitter = `${median(this.timerJitterMs)}, ${max(this.timerJitterMs)}`;
    return `| ${name} | ${lateness} | ${jitter} | ${this.framesSkipped} of ${this.packetsSent} |`;
  }
}

export interface OverloadPlan extends Pick<Load, 'connections' | 'seconds'> {
  readonly rounds: number;
  /** Number of connections during the overload. */
  readonly overloadConnections: number;
  readonly agentId: string;
  /** Request of the overload: the creation of an agent. */
  readonly create: LoadRequest;
  /** Request of the reference, a route that does nothing, with the same load. */
  readonly bare: LoadRequest;
}

/** Measures goodput and rejections at three times the peak rate. Each round follows one at the peak; a call is active in all rounds. */
export async function measureOverload(program: Program, plan: OverloadPlan): Promise<void> {
  const { rounds, seconds, connections, overloadConnections, create, bare, agentId } = plan;
  const metrics = {
    'the call alone': new CallMetrics(),
    'the peak': new CallMetrics(),
    overload: new CallMetrics(),
  };
  const results = {
    peak: [] as number[],
    overload: [] as number[],
    rejectedMs: [] as number[],
    bareMs: [] as number[],
  };
  let unexpected = 0;
  for (let round = 0; round < rounds; round += 1) {
    await startCall(program, agentId);
    await metrics['the call alone'].measureDuring(program, () => systemClock.sleep(seconds * 1000));
    await metrics['the peak'].measureDuring(program, async () => {
      results.peak.push((await sendLoad(create, { connections, seconds })).perSecond(200));
    });
    const load = {
      connections: overloadConnections,
      seconds,
      perSecond: Math.round(peakFactor * results.peak.at(-1)!),
    };
    await metrics.overload.measureDuring(program, async () => {
      const result = await sendLoad(create, load);
      results.overload.push(result.perSecond(200));
      for (const [status, ms] of result.responseMs) {
        if (status === 429) results.rejectedMs.push(...ms);
        else if (status !== 200) unexpected += ms.length;
      }
    });
    results.bareMs.push(...((await sendLoad(bare, load)).responseMs.get(200) ?? []));
  }
  const ratios = results.overload.map((rate, round) => (100 * rate) / results.peak[round]!);
  const figure = (values: readonly number[]) => percentilesOf(values).p50.toFixed(0);
  console.log(
    `\nagents created per second at the peak ${figure(results.peak)}, at three times the peak rate ${figure(results.overload)}: ${figure(ratios)} % (${ratios.map((ratio) => ratio.toFixed(0)).join(', ')})`,
  );
  console.log(`responses other than 200 and 429: ${unexpected}`);
  console.log(
    `rejected: ${results.rejectedMs.length}, after ms p50 / p99 / p99.9 / max ${formatPercentiles(percentilesOf(results.rejectedMs))}`,
  );
  console.log(
    `a bare route at the same rate, ms                        ${formatPercentiles(percentilesOf(results.bareMs))}`,
  );
  console.log(
    '\n| a call during | frame lateness p99, ms: median, maximum | timer lateness p99 | frames skipped |\n|---|---|---|---|',
  );
  for (const [name, callMetrics] of Object.entries(metrics)) console.log(callMetrics.tableRow(name));
}
