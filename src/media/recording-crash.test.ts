import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { parseWav } from '../audio/wav-header.ts';

/** A program that records a call to itself and prints every second how much audio it has received. */
const program = `
  import { createMediaEngine } from ${JSON.stringify(path.join(import.meta.dirname, 'media-engine.ts'))};
  import { silentLogger } from ${JSON.stringify(path.join(import.meta.dirname, '../core/logger.ts'))};
  const [file, firstPort] = process.argv.slice(1);
  const engine = await createMediaEngine({
    threads: 1, rtpPorts: [Number(firstPort), Number(firstPort) + 9], localAddress: '127.0.0.1', logger: silentLogger,
  });
  const port = await engine.openPort();
  port.configure({
    remoteAddress: '127.0.0.1', remotePort: port.localPort, codec: 'PCMU', payloadType: 0, direction: 'sendrecv',
  });
  port.audio.record(file);
  port.audio.play(new Int16Array(80_000).fill(5000));
  port.audio.listen(1000);
  port.on((event) => event.type === 'audio' && console.log(port.audio.nowMs));
`;

it('leaves a playable file when the process is killed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recording-crash-'));
  const file = path.join(folder, 'call.wav');
  const firstPort = String(23_000 + (process.pid % 50) * 20);
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program, file, firstPort], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let reportedMs = 0;
  for await (const line of createInterface(child.stdout)) {
    reportedMs = Number(line);
    if (reportedMs >= 2000) child.kill('SIGKILL');
  }
  await exited;
  const { channels, sampleRate, samples } = parseWav(readFileSync(file));
  rmSync(folder, { recursive: true });
  expect([channels, sampleRate]).toEqual([2, 8000]);
  expect(samples.length / 16).toBeGreaterThan(reportedMs - 1500);
  expect(Math.abs(samples[8001]! - 5000)).toBeLessThan(200);
});
