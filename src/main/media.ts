import type { Metric, HealthCheck } from '../api/node-status.ts';
import type { MediaEngine, MediaLoad } from '../media/media-port.ts';
import { recordingRoot, type StartContext } from './start-context.ts';

/** Opens the media engine, and registers its metrics and overload check. */
export async function openMedia(context: StartContext): Promise<MediaEngine> {
  const { createMediaEngine } = await import('../media/media-engine.ts');
  const { rtpPorts, sipHost, mediaThreads } = context.config;
  const engine = await createMediaEngine({
    ...context.dependencies,
    rtpPorts: [rtpPorts.first, rtpPorts.last],
    localAddress: sipHost,
    recordingRoot: recordingRoot(context),
    ...(mediaThreads === undefined ? {} : { threads: mediaThreads }),
  });
  context.closers.add('media engine', () => engine.close());
  context.status.isOverloaded = () => engine.load().overloaded;
  context.metrics.push(() => metricsOf(engine));
  context.listening.push(`RTP on ${sipHost}, UDP ports ${rtpPorts.first}-${rtpPorts.last}`);
  return engine;
}

/** Returns the health of the media engine. `calls` excludes the simulated people, whose media the engine also carries. */
export function mediaHealth(
  load: Pick<MediaLoad, 'workers' | 'utilisation' | 'latenessP99Ms' | 'portsFree' | 'overloaded'>,
  calls: number,
): Omit<HealthCheck, 'name'> {
  const { workers, utilisation, latenessP99Ms, portsFree, overloaded } = load;
  const carried = `${countText(calls, 'call')} on ${countText(workers, 'thread')}`;
  const detail = `${carried}, ${Math.round(utilisation * 100)} % busy, frames ${latenessP99Ms.toFixed(1)} ms late at p99, ${countText(portsFree, 'RTP port')} free`;
  return { ok: workers > 0 && !overloaded, detail };
}

const countText = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

function metricsOf(engine: MediaEngine): Metric[] {
  const load = engine.load();
  return [
    { name: 'parley_media_ports', help: 'Media ports open.', value: load.calls },
    { name: 'parley_media_ports_free', help: 'Free RTP ports.', value: load.portsFree },
    {
      name: 'parley_media_busy',
      help: 'Utilisation of the busiest media thread, 0 to 1.',
      value: load.utilisation,
    },
    { name: 'parley_media_lateness_p99_ms', help: 'Lateness of sent frames.', value: load.latenessP99Ms },
    { name: 'parley_media_timer_jitter_ms', help: 'Lateness of timers, at p99.', value: load.timerJitterMs },
    { name: 'parley_media_packets_sent', help: 'RTP packets sent.', value: load.packetsSent },
    { name: 'parley_media_packets_received', help: 'RTP packets received.', value: load.packetsReceived },
    {
      name: 'parley_media_frames_skipped',
      help: 'Frames skipped because they were late.',
      value: load.framesSkipped,
    },
  ];
}
