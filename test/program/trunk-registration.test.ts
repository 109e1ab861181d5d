import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { ProgramUnderTest } from './program-under-test.ts';

/** A registrar that accepts every registration. */
async function openRegistrar() {
  const socket = createSocket('udp4');
  const requests: string[] = [];
  socket.on('message', (bytes, { port, address }) => {
    const request = bytes.toString();
    requests.push(request);
    const copied = request.split('\r\n').filter((line) => /^(Via|From|To|Call-ID|CSeq|Contact):/i.test(line));
    const head = ['SIP/2.0 200 OK', ...copied, 'Content-Length: 0'];
    socket.send(`${head.join('\r\n')}\r\n\r\n`, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, requests, close: () => socket.close() };
}

it('registers with the configured trunk and removes the registration at the end', async () => {
  const registrar = await openRegistrar();
  const program = await ProgramUnderTest.start({
    PARLEY_RTP_PORTS: '24200-24299',
    PARLEY_TRUNK_URL: `sip:bob:secret@127.0.0.1:${registrar.port}`,
    PARLEY_TRUNK_REGISTER: 'on',
  });
  const registrations = () => registrar.requests.filter((request) => request.startsWith('REGISTER'));
  await expect.poll(() => registrations().length).toBe(1);
  expect(registrations()[0]).toMatch(/^From: .*<sip:bob@127\.0\.0\.1/m);
  const { checks } = await program.api.client.checkHealth();
  expect(checks.find(({ name }) => name === 'sip')?.detail).toMatch(
    /answered in \d+ ms\. Registration: registered\./,
  );
  await program.close();
  expect(registrations().at(-1)).toMatch(/^Expires: 0/m);
  registrar.close();
});
