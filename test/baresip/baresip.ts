import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseWav, wavFile } from '../../src/audio/wav-header.ts';

/** Whether baresip (Debian packages baresip and baresip-core) is installed. */
export const hasBaresip = spawnSync('baresip', ['-h']).error === undefined;

export interface BaresipOptions {
  /** UDP port on 127.0.0.1. RTP uses an even port and the next from `port + 10` on. */
  readonly port: number;
  /** The number of baresip in E.164. */
  readonly number: string;
  /** Audio to play once the call is answered, 8 kHz mono. baresip hangs up at its end. */
  readonly speech: Int16Array;
  /** A SIP URI to call immediately; without it, baresip answers calls. */
  readonly callUri?: string;
}

/**
 * baresip 1.0.0 without a terminal: plays a file and records received audio to another. Its session descriptions
 * contain the address of this machine's network while its packets come from 127.0.0.1, like those of a phone behind a
 * NAT.
 */
export class Baresip {
  readonly #folder: string;
  readonly #child: ChildProcess;

  private constructor(folder: string, child: ChildProcess) {
    this.#folder = folder;
    this.#child = child;
  }

  /** Resolves when it is ready for calls. */
  static async start(options: BaresipOptions): Promise<Baresip> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-baresip-'));
    const recordings = path.join(folder, 'recordings');
    await mkdir(recordings);
    const speech = path.join(folder, 'speech.wav');
    await writeFile(speech, wavFile(options.speech, 8000));
    await writeFile(path.join(folder, 'config'), configOf(options, speech, recordings));
    await writeFile(path.join(folder, 'accounts'), accountOf(options));
    await writeFile(path.join(folder, 'contacts'), '');
    const dial = options.callUri === undefined ? [] : ['-e', `/dial ${options.callUri}`];
    const child = spawn('baresip', ['-4', '-f', folder, '-t', '60', ...dial], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await waitUntilReady(child);
    return new Baresip(folder, child);
  }

  /** Returns the received audio of its one call, 8 kHz mono. Complete only after the call. */
  async receivedAudio(): Promise<Int16Array> {
    const folder = path.join(this.#folder, 'recordings');
    const name = (await readdir(folder)).find((file) => file.endsWith('-dec.wav'));
    if (name === undefined) throw new Error('baresip has recorded nothing');
    return parseWav(await readFile(path.join(folder, name))).samples;
  }

  async close(): Promise<void> {
    const isOver = this.#child.exitCode !== null || this.#child.signalCode !== null;
    const exit = isOver ? undefined : once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exit;
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Resolves when baresip is ready. Rejects with its output if it exits. */
function waitUntilReady(child: ChildProcess): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', (bytes: Buffer) => {
      output += bytes.toString();
      if (output.includes('baresip is ready')) resolve();
    });
    child.once('exit', () => reject(new Error(`baresip ended: ${output}`)));
  });
}

const modules = '/usr/lib/baresip/modules';

function configOf({ port }: BaresipOptions, speech: string, recordings: string): string {
  const lines = [
    'poll_method epoll',
    `sip_listen 127.0.0.1:${port}`,
    `audio_source aufile,${speech}`,
    // Without a player nothing is decoded, and therefore nothing recorded.
    'audio_player aubridge,sink',
    'audio_alert aubridge,alert',
    ...['ausrc', 'auplay'].flatMap((direction) => [`${direction}_srate 8000`, `${direction}_channels 1`]),
    'audio_buffer 20-160',
    `rtp_ports ${port + 10}-${port + 19}`,
    'jitter_buffer_delay 1-10',
    `module_path ${modules}`,
    ...['g711', 'aufile', 'sndfile', 'aubridge'].map((name) => `module ${name}.so`),
    ...['uuid', 'account'].map((name) => `module_tmp ${name}.so`),
    'module_app menu.so',
    `snd_path ${recordings}`,
  ];
  return `${lines.join('\n')}\n`;
}

const accountOf = ({ number, port }: BaresipOptions): string =>
  `<sip:${number}@127.0.0.1:${port}>;regint=0;answermode=auto;audio_codecs=PCMU/8000/1,PCMA/8000/1\n`;
