import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSecretKey } from '../../src/core/secret-box.ts';
import { systemRandom } from '../../src/core/random.ts';
import { createCertificate, hasOpenssl } from '../support/certificates.ts';
import { ApiUnderTest } from './api-under-test.ts';
import { readFirstStart, temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

const cli = path.resolve(import.meta.dirname, '../../bin/parley.js');

describe.skipIf(!hasOpenssl)('the operation of webhooks', { timeout: 180_000 }, () => {
  let folder: TemporaryFolder;
  let server: ServingProcess;
  let address: string;
  let api: ApiUnderTest;
  let receiver: WebhookReceiver;

  async function start(): Promise<void> {
    server = new ServingProcess({
      PARLEY_DATA_DIR: folder.dataDir,
      PARLEY_HTTP_PORT: '0',
      PARLEY_SIP_PORT: '0',
      PARLEY_RTP_PORTS: '31200-31299',
      PARLEY_WEBHOOK_ALLOW_CIDRS: '127.0.0.1',
      NODE_EXTRA_CA_CERTS: path.join(folder.dataDir, 'authority.pem'),
    });
    address = await server.ready();
    api = new ApiUnderTest(address, await readFirstStart(folder.dataDir));
  }

  async function restart(): Promise<void> {
    await server.remove();
    await start();
  }

  async function secretKeyCheck() {
    const { status, checks } = await api.client.checkHealth();
    return { status, ...checks.find(({ name }) => name === 'secret key') };
  }

  /** Settings with which the command line uses the running service. */
  async function commandEnvironment(): Promise<NodeJS.ProcessEnv> {
    const { apiKey } = await readFirstStart(folder.dataDir);
    return { ...process.env, PARLEY_URL: address, PARLEY_API_KEY: apiKey };
  }

  async function doctorOutput(): Promise<string> {
    const doctor = spawn(process.execPath, [cli, 'doctor'], {
      env: await commandEnvironment(),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return text(doctor.stdout);
  }

  /** Causes an event agent.updated. */
  async function changeAgent(name: string): Promise<void> {
    const { data } = await api.client.listAgents({ query: {} });
    await api.client.updateAgent({ path: { agentId: data.agents[0]!.id }, body: { name } });
  }

  beforeAll(async () => {
    folder = await temporaryDataFolder();
    const certificate = createCertificate('unknown-authority');
    await writeFile(path.join(folder.dataDir, 'authority.pem'), certificate.authorityPem);
    receiver = await WebhookReceiver.open(certificate);
    await start();
    const created = await api.client.createWebhook({ body: { url: receiver.url } });
    receiver.secret = created.secret;
  }, 60_000);
  afterAll(async () => {
    await server.remove();
    receiver.close();
    await folder.remove();
  });

  it('delivers to a receiver whose authority is in NODE_EXTRA_CA_CERTS', async () => {
    await changeAgent('Over TLS');
    await expect.poll(() => receiver.events.map(({ event }) => event)).toEqual(['agent.updated']);
  });

  it('delivers nothing without the secret key, and everything when it is restored', async () => {
    const file = path.join(folder.dataDir, 'secret.key');
    const key = await readFile(file, 'utf8');
    const before = receiver.events.length;
    await writeFile(file, newSecretKey(systemRandom));
    await restart();
    const wrong = { status: 'degraded', ok: false, detail: expect.stringContaining('is not configured') };
    expect(await secretKeyCheck()).toMatchObject(wrong);
    await changeAgent('With a wrong key');
    await rm(file);
    await restart();
    const missing = { status: 'degraded', ok: false, detail: expect.stringContaining('is missing') };
    expect(await secretKeyCheck()).toMatchObject(missing);
    expect(await doctorOutput()).toContain('secret.key is missing');
    await changeAgent('Without a key');
    const { data } = await api.client.listWebhooks({ query: {} });
    const endpoint = { webhookId: data.webhooks[0]!.id };
    await expect
      .poll(async () => (await api.client.listWebhookDeliveries({ path: endpoint, query: {} })).data.total)
      .toBe(before + 2);
    expect([receiver.events.length, receiver.rejected]).toEqual([before, 0]);
    await writeFile(file, key, { mode: 0o600 });
    await restart();
    expect(await secretKeyCheck()).toMatchObject({ ok: true });
    await expect.poll(() => receiver.events.length, { timeout: 90_000 }).toBe(before + 2);
    expect(receiver.rejected).toBe(0);
  });

  it('forwards events to a local receiver, signed, until Ctrl-C', async () => {
    const local = await WebhookReceiver.open();
    const args = [cli, 'webhooks', 'listen', '--forward-to', local.url, '--events', 'agent.updated'];
    const env = await commandEnvironment();
    const listening = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    listening.stdout.on('data', (bytes: Buffer) => (printed += bytes.toString()));
    await expect.poll(() => printed).toContain('Ctrl-C exits');
    local.secret = /whsec_[A-Za-z0-9+/]{43}=/.exec(printed)![0];
    let changes = 0;
    // The stream may not be open yet when the first event occurs.
    const received = async () => {
      await changeAgent(`Forwarded ${(changes += 1)}`);
      return local.events.length;
    };
    await expect.poll(received, { interval: 500 }).toBeGreaterThan(1);
    await expect.poll(() => printed).toMatch(/agent\.updated +200/);
    expect(local.rejected).toBe(0);
    const endpoints = await api.client.listWebhooks({ query: {} });
    expect(endpoints.data.total).toBe(1);
    listening.kill('SIGINT');
    expect(await once(listening, 'exit')).toEqual([0, null]);
    local.close();
  });
});
