import { systemClock } from '../../src/core/clock.ts';
import { demoCallDetails } from '../../src/domain/demo-flow.ts';
import { formatPercentiles, percentilesOf } from '../media/percentiles.ts';
import { sendLoad, type Load, type LoadRequest } from './load.ts';
import type { Program } from './servers.ts';

/** A simulated callee that answers and talks for longer than a round. */
const toNumber = '+447700900000';
const zone = 'Europe/London';
const callStartMs = 3_000;
const timesPeak = 3;
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
  const answer = await fetch(`${address}/api/v1/calls/call`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  if (!answer.ok) throw new Error(`The call request returned ${answer.status} ${await answer.text()}`);
  await systemClock.sleep(callStartMs);
}

/** Media metrics of an active call in rounds of one kind. */
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
    const noise = `${median(this.timerJitterMs)}, ${max(this.timerJitterMs)}`;
    return `| ${name} | ${lateness} | ${noise} | ${this.framesSkipped} of ${this.packetsSent} |`;
  }
}

export interface OverloadPlan extends Pick<Load, 'connections' | 'seconds'> {
  readonly rounds: number;
  /** Number of connections during the overload. */
  readonly overloadConnections: number;
  readonly agentId: string;
  /** Request of the overload: the creation of an agent. */
  readonly create: LoadRequest;
  /** Reference: a route without work, at the same rate over as many connections. */
  readonly bare: LoadRequest;
}

/** Measures goodput and rejections at three times the peak rate. Each round follows one at the peak; a call is active in all rounds. */
export async function measureOverload(program: Program, plan: OverloadPlan): Promise<void> {
  const { rounds, seconds, connections, overloadConnections, create, bare, agentId } = plan;
  const watches = {
    'the call alone': new CallMetrics(),
    'the peak': new CallMetrics(),
    overload: new CallMetrics(),
  };
  const taken = {
    peak: [] as number[],
    good: [] as number[],
    rejectedMs: [] as number[],
    bareMs: [] as number[],
  };
  let others = 0;
  for (let round = 0; round < rounds; round += 1) {
    await startCall(program, agentId);
    await watches['the call alone'].measureDuring(program, () => systemClock.sleep(seconds * 1000));
    await watches['the peak'].measureDuring(program, async () => {
      taken.peak.push((await sendLoad(create, { connections, seconds })).perSecond(200));
    });
    const offer = {
      connections: overloadConnections,
      seconds,
      perSecond: Math.round(timesPeak * taken.peak.at(-1)!),
    };
    await watches.overload.measureDuring(program, async () => {
      const answers = await sendLoad(create, offer);
      taken.good.push(answers.perSecond(200));
      for (const [status, ms] of answers.responseMs) {
        if (status === 429) taken.rejectedMs.push(...ms);
        else if (status !== 200) others += ms.length;
      }
    });
    taken.bareMs.push(...((await sendLoad(bare, offer)).responseMs.get(200) ?? []));
  }
  const ratios = taken.good.map((good, round) => (100 * good) / taken.peak[round]!);
  const figure = (values: readonly number[]) => percentilesOf(values).p50.toFixed(0);
  console.log(
    `\nagents created per second at the peak ${figure(taken.peak)}, at three times the peak rate ${figure(taken.good)}: ${figure(ratios)} % (${ratios.map((ratio) => ratio.toFixed(0)).join(', ')})`,
  );
  console.log(`responses other than 200 and 429: ${others}`);
  console.log(
    `rejected: ${taken.rejectedMs.length}, after ms p50 / p99 / p99.9 / max ${formatPercentiles(percentilesOf(taken.rejectedMs))}`,
  );
  console.log(
    `a bare route at the same rate, ms                        ${formatPercentiles(percentilesOf(taken.bareMs))}`,
  );
  console.log(
    '\n| a call during | frame lateness p99, ms: median, maximum | timer lateness p99 | frames skipped |\n|---|---|---|---|',
  );
  for (const [name, watch] of Object.entries(watches)) console.log(watch.tableRow(name));
}
