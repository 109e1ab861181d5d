import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Whether SIPp (Debian package sip-tester) is installed. */
export const hasSipp = spawnSync('sipp', ['-v']).error === undefined;

const scenarios = path.join(import.meta.dirname, 'scenarios');

export interface SippOptions {
  /** The scenario's file name without its suffix. */
  readonly scenario: string;
  /** The text for [status] in the scenario: a status code and phrase, then any header fields, one per line. */
  readonly status?: string;
  readonly transport?: 'udp' | 'tcp';
  /** The port to call; without it SIPp waits for calls. */
  readonly callPort?: number;
  /** Whether SIPp echoes received RTP. */
  readonly echoesRtp?: boolean;
  /** Duration of the call unless the scenario specifies it, in ms; default 100. */
  readonly callDurationMs?: number;
}

/** The exit code and the error log of SIPp: 0 and empty if every message matched the scenario. */
export interface SippResult {
  readonly code: number | null;
  readonly errors: string;
}

export interface RunningSipp {
  readonly port: number;
  readonly rtpPort: number;
  /** Resolves when SIPp is listening. */
  ready(): Promise<void>;
  readonly finished: Promise<SippResult>;
}

/** Number of ports per SIPp process: SIP, control, and RTP and RTCP of two streams. */
const portsPerProcess = 6;

/**
 * The SIPp processes of one test file, one call each. Each process uses the next of `slots` port ranges from
 * `firstPort` on; after the last range, the first is used again.
 */
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
    const port = this.#firstPort + portsPerProcess * (this.#started % this.#slots);
    this.#started += 1;
    const file = path.join(this.#folder, `${port}.xml`);
    const text = readFileSync(path.join(scenarios, `${options.scenario}.xml`), 'utf8');
    writeFileSync(file, text.replaceAll('[status]', options.status ?? ''));
    const child = spawn('sipp', argumentsOf(options, file, port), { cwd: this.#folder, stdio: 'ignore' });
    this.#running.add(child);
    const finished = new Promise<SippResult>((resolve) =>
      child.once('exit', (code) => {
        this.#running.delete(child);
        resolve({ code, errors: this.#errorsOf(child) });
      }),
    );
    return {
      port,
      rtpPort: port + 2,
      ready: () => waitUntilBound(port, options.transport ?? 'udp'),
      finished,
    };
  }

  close(): void {
    for (const child of this.#running) child.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #errorsOf({ pid }: ChildProcess): string {
    const file = readdirSync(this.#folder).find((name) => name.endsWith(`_${pid}_errors.log`));
    return file === undefined ? '' : readFileSync(path.join(this.#folder, file), 'utf8');
  }
}

function argumentsOf(options: SippOptions, file: string, port: number): string[] {
  const callee = options.callPort === undefined ? [] : [`127.0.0.1:${options.callPort}`];
  const bindings = `-i 127.0.0.1 -p ${port} -ci 127.0.0.1 -cp ${port + 1} -mi 127.0.0.1 -mp ${port + 2}`;
  const behaviour = `-t ${options.transport === 'tcp' ? 't1' : 'u1'} -m 1 -nostdin -trace_err -timeout 8s -timeout_error -d ${options.callDurationMs ?? 100}`;
  const echo = options.echoesRtp === true ? ['-rtp_echo'] : [];
  return [...callee, '-sf', file, ...bindings.split(' '), ...behaviour.split(' '), ...echo];
}

/** Resolves when a local socket is bound to the port, according to the kernel's socket table. */
async function waitUntilBound(port: number, transport: 'udp' | 'tcp'): Promise<void> {
  const localAddress = `:${port.toString(16).toUpperCase().padStart(4, '0')} `;
  while (!readFileSync(`/proc/net/${transport}`, 'latin1').includes(localAddress))
    await new Promise((resolve) => setTimeout(resolve, 5));
}
