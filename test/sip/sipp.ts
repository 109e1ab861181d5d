import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Whether SIPp (Debian's sip-tester) is on this machine. */
export const hasSipp = spawnSync('sipp', ['-v']).error === undefined;

const scenarios = path.join(import.meta.dirname, 'scenarios');

export interface SippOptions {
  /** The scenario's file name without its ending. */
  readonly scenario: string;
  /** Takes the place of [status] in the scenario: a code and its phrase, with header fields on further lines. */
  readonly status?: string;
  readonly transport?: 'udp' | 'tcp';
  /** Whom to call; without it SIPp waits to be called. */
  readonly callPort?: number;
  /** Echoes the RTP that it receives. */
  readonly echoes?: boolean;
  /** How long it stays in the call where the scenario leaves that open, in ms; 100 where left out. */
  readonly holdMs?: number;
}

/** How a scenario ended: `complaint` is empty when every step came as it stands in the file. */
export interface SippResult {
  readonly code: number | null;
  readonly complaint: string;
}

export interface RunningSipp {
  readonly port: number;
  readonly rtpPort: number;
  /** Resolves when it listens, so that calls find it. */
  ready(): Promise<void>;
  readonly finished: Promise<SippResult>;
}

/** How many ports one SIPp takes: SIP, control, RTP and RTCP, and the second stream's. */
const portsEach = 6;

/** SIPp processes of one test file, one call each; they take `slots` places by turns, from `firstPort` on. */
export class SippPeers {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'parley-sipp-'));
  readonly #running = new Set<ChildProcess>();
  readonly #firstPort: number;
  readonly #slots: number;
  #started = 0;

  constructor(firstPort: number, slots: number) {
    this.#firstPort = firstPort;
    this.#slots = slots;
  }

  start(options: SippOptions): RunningSipp {
    const port = this.#firstPort + portsEach * (this.#started % this.#slots);
    this.#started += 1;
    const file = path.join(this.#folder, `${port}.xml`);
    const text = readFileSync(path.join(scenarios, `${options.scenario}.xml`), 'utf8');
    writeFileSync(file, text.replaceAll('[status]', options.status ?? ''));
    const child = spawn('sipp', argumentsOf(options, file, port), { cwd: this.#folder, stdio: 'ignore' });
    this.#running.add(child);
    const finished = new Promise<SippResult>((resolve) =>
      child.once('exit', (code) => {
        this.#running.delete(child);
        resolve({ code, complaint: this.#complaintOf(child) });
      }),
    );
    return { port, rtpPort: port + 2, ready: () => bound(port, options.transport ?? 'udp'), finished };
  }

  close(): void {
    for (const child of this.#running) child.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #complaintOf({ pid }: ChildProcess): string {
    const file = readdirSync(this.#folder).find((name) => name.endsWith(`_${pid}_errors.log`));
    return file === undefined ? '' : readFileSync(path.join(this.#folder, file), 'utf8');
  }
}

function argumentsOf(options: SippOptions, file: string, port: number): string[] {
  const callee = options.callPort === undefined ? [] : [`127.0.0.1:${options.callPort}`];
  const places = `-i 127.0.0.1 -p ${port} -ci 127.0.0.1 -cp ${port + 1} -mi 127.0.0.1 -mp ${port + 2}`;
  const manner = `-t ${options.transport === 'tcp' ? 't1' : 'u1'} -m 1 -nostdin -trace_err -timeout 8s -timeout_error -d ${options.holdMs ?? 100}`;
  const echo = options.echoes === true ? ['-rtp_echo'] : [];
  return [...callee, '-sf', file, ...places.split(' '), ...manner.split(' '), ...echo];
}

/** Resolves when a socket of this machine is bound to the port, as the kernel's own table tells. */
async function bound(port: number, transport: 'udp' | 'tcp'): Promise<void> {
  const place = `:${port.toString(16).toUpperCase().padStart(4, '0')} `;
  while (!readFileSync(`/proc/net/${transport}`, 'latin1').includes(place))
    await new Promise((resolve) => setTimeout(resolve, 5));
}
