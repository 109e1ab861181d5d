/** Memory of a process whose media engine has one thread: both JavaScript heaps and the memory outside of them. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { StartWorker } from '../../src/media/worker-link.ts';
import { collectHeap, type HeapMemory } from './heap-memory.ts';

/** Resident anonymous memory of the process in bytes, by its purpose. */
interface ResidentMemory {
  readonly rss: number;
  readonly anonymous: number;
  /** The main arena of glibc's `malloc`. */
  readonly mainArena: number;
  /** Its arenas of other threads, and their number of 64 MiB areas. */
  readonly otherArenas: number;
  readonly arenaAreas: number;
  /** JavaScript heaps, code, stacks and large allocations. */
  readonly other: number;
}

const arenaBytes = 64 * 2 ** 20;

/** Areas of memory in the order of their addresses, from /proc/self/smaps. */
function* memoryAreas() {
  const areas = readFileSync('/proc/self/smaps', 'utf8').split(/^(?=[\da-f]+-[\da-f]+ )/m);
  for (const area of areas) {
    const [, start, end, name] = /^([\da-f]+)-([\da-f]+) \S+ \S+ \S+ \d+ *(.*)$/m.exec(area)!;
    const kilobytes = (field: string) => Number(new RegExp(`^${field}: +(\\d+) kB`, 'm').exec(area)![1]);
    yield {
      start: Number(`0x${start}`),
      end: Number(`0x${end}`),
      name: name!,
      rss: kilobytes('Rss') * 1024,
      anonymous: kilobytes('Anonymous') * 1024,
    };
  }
}

/** An arena begins at a multiple of 64 MiB and ends, after memory that is reserved only, at the next. */
function residentMemory(): ResidentMemory {
  const sum = { rss: 0, anonymous: 0, mainArena: 0, otherArenas: 0, arenaAreas: 0, other: 0 };
  const areas = [...memoryAreas()];
  for (const [index, { start, end, name, rss, anonymous }] of areas.entries()) {
    const next = areas[index + 1];
    const isArena =
      name === '' && start % arenaBytes === 0 && (next?.start === end ? next.end : end) % arenaBytes === 0;
    sum.rss += rss;
    sum.anonymous += anonymous;
    if (name === '[heap]') sum.mainArena += anonymous;
    else if (isArena) sum.otherArenas += anonymous;
    else sum.other += anonymous;
    if (isArena) sum.arenaAreas += 1;
  }
  return sum;
}

/** Memory of the main thread, the media thread and the whole process. */
export interface ProcessMemory {
  readonly main: HeapMemory;
  readonly media: HeapMemory;
  readonly resident: ResidentMemory;
}

/** A media worker whose memory can be measured. */
export class MeasuredWorker {
  #port: MessagePort | undefined;

  readonly start: StartWorker = (start) => {
    const { port1, port2 } = new MessageChannel();
    port1.unref();
    this.#port = port1;
    return new Worker(new URL('./measured-media-worker.ts', import.meta.url), {
      workerData: { ...start, memoryPort: port2 },
      transferList: [port2],
      name: 'media',
      execArgv: [],
    });
  };

  /** Collects garbage in both threads and returns their memory. */
  async collect(): Promise<ProcessMemory> {
    const port = this.#port!;
    const reported = once(port, 'message') as Promise<[HeapMemory]>;
    port.postMessage('collect');
    const [media] = await reported;
    return { main: collectHeap(), media, resident: residentMemory() };
  }
}

const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
const formatHeap = ({ used, reserved, external, arrayBuffers, zones }: HeapMemory) =>
  `heap ${mib(used)} of ${mib(reserved)}, external ${mib(external)} (array buffers ${mib(arrayBuffers)}), zones ${mib(zones)}`;

/** Returns the memory as lines of text, in MiB. */
export function formatMemory({ main, media, resident }: ProcessMemory): string[] {
  const { rss, anonymous, mainArena, otherArenas, arenaAreas, other } = resident;
  return [
    `RSS ${mib(rss)}, anonymous ${mib(anonymous)}: main arena ${mib(mainArena)}, ` +
      `${arenaAreas} other arenas ${mib(otherArenas)}, other ${mib(other)}`,
    `main thread: ${formatHeap(main)}`,
    `media thread: ${formatHeap(media)}`,
  ];
}
