import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { NetworkRun } from './network.ts';

/** One line of the network's file. Times are system times. */
export interface NetworkLine {
  readonly type: 'dialog' | 'answered' | 'ended';
  readonly number: string;
  readonly callId: string;
  /** The phone's behaviour for `answered`; the final response or the reason for `ended`. */
  readonly detail?: string;
  readonly atMs: number;
  /** The message may have arrived up to this many ms before `atMs`. */
  readonly lateMs: number;
}

/** The phone network, which runs in a separate process and so survives a kill of the program. */
export class PhoneNetwork {
  readonly trunkUrl: string;
  readonly #process: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#process = child;
    this.trunkUrl = `sip:127.0.0.1:${port};transport=udp`;
  }

  static async open(): Promise<PhoneNetwork> {
    const child = fork(path.join(import.meta.dirname, 'network.ts'));
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    return new PhoneNetwork(child, port);
  }

  /** Starts a run. The network discards all earlier calls. */
  async startRun(run: NetworkRun): Promise<void> {
    this.#process.send(run);
    await once(this.#process, 'message');
  }

  close(): void {
    this.#process.kill('SIGKILL');
  }
}

export function readNetworkFile(file: string): NetworkLine[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as NetworkLine);
}
