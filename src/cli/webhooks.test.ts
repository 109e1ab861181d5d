import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createOutput, UsageError } from './output.ts';
import { addWebhookCommands } from './webhooks.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** Runs `parley webhooks` with a service that returns `response`. Returns the requests and the output. */
async function run(args: readonly string[], response: unknown = { id: 'whk_1' }, json = false) {
  const sent: Sent[] = [];
  let text = '';
  const output = createOutput(json, { write: (part) => (text += part) });
  const service = {
    send: async (method: string, path: string, options: { readonly body?: unknown } = {}) => {
      sent.push({ method, path, body: options.body });
      return Response.json(response);
    },
  };
  const webhooks = new Command('webhooks').exitOverride();
  addWebhookCommands(
    webhooks,
    () => output,
    async () => service,
  );
  await webhooks.parseAsync(args, { from: 'user' });
  return { sent, text };
}

describe('parley webhooks', () => {
  it('creates an endpoint and prints its secret', async () => {
    const { sent, text } = await run(
      ['create', 'https://a.example', '--events', 'call.completed, batch.started'],
      { id: 'whk_1', secret: 'whsec_1' },
    );
    expect(sent).toEqual([
      {
        method: 'POST',
        path: '/v1/api/webhooks',
        body: { url: 'https://a.example', events: ['call.completed', 'batch.started'] },
      },
    ]);
    expect(text).toContain('whsec_1');
  });

  it.each([
    [['enable', 'whk_1'], 'PATCH', '/v1/api/webhooks/whk_1', { status: 'enabled' }],
    [['disable', 'whk_1'], 'PATCH', '/v1/api/webhooks/whk_1', { status: 'disabled' }],
    [['rotate-secret', 'whk_1'], 'POST', '/v1/api/webhooks/whk_1/rotate-secret', undefined],
    [['test', 'whk_1'], 'POST', '/v1/api/webhooks/whk_1/test', undefined],
    [['redeliver', 'whk_1', 'dlv_1'], 'POST', '/v1/api/webhooks/whk_1/deliveries/dlv_1/redeliver', undefined],
    [
      ['redeliver', 'whk_1', '--from', '2026-12-01T00:00:00Z', '--all'],
      'POST',
      '/v1/api/webhooks/whk_1/deliveries/redeliver',
      { from: '2026-12-01T00:00:00Z', undeliveredOnly: false },
    ],
  ])('sends the request of %j', async (args, method, path, body) => {
    expect((await run(args)).sent).toEqual([{ method, path, body }]);
  });

  it('lists deliveries', async () => {
    const delivery = {
      id: 'dlv_1',
      event: 'call.completed',
      subjectId: 'call_1',
      status: 'failed',
      attempts: 10,
      statusCode: null,
      createdAt: '2026-12-01T15:30:00.000Z',
    };
    const { sent, text } = await run(['deliveries', 'whk_1', '--status', 'failed'], {
      data: { deliveries: [delivery], total: 1 },
    });
    expect(sent[0]!.path).toBe('/v1/api/webhooks/whk_1/deliveries?limit=50&status=failed');
    expect(text).toContain('dlv_1');
    expect(text).toContain('1 of 1');
  });

  it('requires a delivery or a time range for a redelivery', async () => {
    await expect(run(['redeliver', 'whk_1'])).rejects.toThrow(UsageError);
  });
});
