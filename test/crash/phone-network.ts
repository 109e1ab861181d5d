import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { NetworkRun } from './network.ts';

/** One line of the network's file. Times are the machine's. */
export interface NetworkLine {
  readonly type: 'dialog' | 'answered' | 'ended';
  readonly number: string;
  readonly callId: string;
  readonly how?: string;
  readonly atMs: number;
  /** It may have come so long before. */
  readonly lateMs: number;
}

/** The phone network, which outlives every program that calls through it. */
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

  /** From now on it knows no calls of before. */
  async begin(run: NetworkRun): Promise<void> {
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
