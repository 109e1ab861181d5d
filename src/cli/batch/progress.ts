import type { BatchProgress } from '../../../packages/sdk/src/client.ts';
import { minuteText } from '../minute-text.ts';

const barCells = 24;
const count = new Intl.NumberFormat('en-US');

/** How far a batch is, in one line: a bar, what is done, how fast, and how long it will take. */
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

/** The figures by name, once it is over. */
export function countsOf(progress: BatchProgress): [name: string, value: string][] {
  const { total, connected, completed, failed, skipped, cancelled } = progress;
  return Object.entries({ total, connected, completed, failed, skipped, cancelled }).map(([name, value]) => [
    name,
    count.format(value),
  ]);
}

const doneOf = ({ total, pending, dialing, inProgress }: BatchProgress): number =>
  total - pending - dialing - inProgress;

const waits: Readonly<Record<BatchProgress['waitingFor'], string>> = {
  none: '',
  window: ', waits for the calling hours',
  concurrency: ', waits for room among the calls at once',
  retries: ', waits for the next attempts',
};

function stateOf({ status, waitingFor, waitingUntil, dialing, inProgress }: BatchProgress): string {
  const active = dialing + inProgress;
  const calls = active === 0 ? '' : `, ${active} under way`;
  const isNever = waitingFor === 'window' && waitingUntil === null;
  if (isNever) return `${status}, waits for calling hours that never open${calls}`;
  const wait = waits[waitingFor] || (waitingUntil === null ? '' : ', waits');
  const until = waitingUntil === null ? '' : ` until ${minuteText(waitingUntil)}`;
  return `${status}${wait}${until}${calls}`;
}

/** Nothing where it is over or waits for an instant; words where it cannot be told. */
function timeLeftOf({ etaSeconds, status, waitingUntil }: BatchProgress): string[] | undefined {
  if (etaSeconds === 0 || waitingUntil !== null) return undefined;
  if (etaSeconds === null) return status === 'running' ? ['time left unknown'] : undefined;
  return [`${durationText(etaSeconds)} left`];
}

/** In the two largest units that are not nought. */
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
