import type { BatchProgress } from '../../../packages/sdk/src/client.ts';
import { minuteText } from '../minute-text.ts';

const barCells = 24;
const count = new Intl.NumberFormat('en-US');

/** Returns the progress of a batch in one line: bar, finished rows, rate and remaining time. */
export function progressLine(progress: BatchProgress): string {
  const { percent, total, callsPerMinute, connected } = progress;
  const done = Math.floor((percent / 100) * barCells);
  const bar = '█'.repeat(done).padEnd(barCells, '░');
  const rows = `${count.format(doneOf(progress))} of ${count.format(total)}`;
  const parts = [
    `${percent.toFixed(1)} %`,
    rows,
    stateOf(progress),
    `${count.format(connected)} connected`,
    `${callsPerMinute}/min`,
    ...(timeLeftOf(progress) ?? []),
  ];
  return `${bar}  ${parts.join('  ')}`;
}

/** Returns the final counts by name. */
export function countsOf(progress: BatchProgress): [name: string, value: string][] {
  const { total, connected, completed, failed, skipped, cancelled } = progress;
  return Object.entries({ total, connected, completed, failed, skipped, cancelled }).map(([name, value]) => [
    name,
    count.format(value),
  ]);
}

const doneOf = ({ total, pending, dialing, inProgress }: BatchProgress): number =>
  total - pending - dialing - inProgress;

const waitTexts: Readonly<Record<BatchProgress['waitingFor'], string>> = {
  none: '',
  window: ', waits for the calling hours',
  concurrency: ', waits for the concurrency limit',
  retries: ', waits for the next attempts',
};

function stateOf({ status, waitingFor, waitingUntil, dialing, inProgress }: BatchProgress): string {
  const active = dialing + inProgress;
  const calls = active === 0 ? '' : `, ${active} active`;
  const isNever = waitingFor === 'window' && waitingUntil === null;
  if (isNever) return `${status}, waits for calling hours that never open${calls}`;
  const wait = waitTexts[waitingFor] || (waitingUntil === null ? '' : ', waits');
  const until = waitingUntil === null ? '' : ` until ${minuteText(waitingUntil)}`;
  return `${status}${wait}${until}${calls}`;
}

/** Returns undefined if the batch has ended, does not run, or waits for a known time. */
function timeLeftOf({ etaSeconds, status, waitingUntil }: BatchProgress): string[] | undefined {
  if (etaSeconds === 0 || waitingUntil !== null) return undefined;
  if (etaSeconds === null) return status === 'running' ? ['time left unknown'] : undefined;
  return [`${durationText(etaSeconds)} left`];
}

/** Formats a duration in its two largest units. */
export function durationText(seconds: number): string {
  const units: readonly (readonly [number, string])[] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [Math.floor(seconds) % 60, 's'],
  ];
  const first = units.findIndex(([value]) => value > 0);
  if (first === -1) return '0 s';
  const shown = units.slice(first, first + 2).filter(([value]) => value > 0);
  return shown.map(([value, unit]) => `${value} ${unit}`).join(' ');
}
