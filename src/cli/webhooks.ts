import type { Command } from 'commander';
import { UsageError, type Output } from './output.ts';
import { runningService, type Connect } from './resources.ts';

const path = '/v1/api/webhooks';

interface CreateOptions {
  readonly events?: string;
  readonly description?: string;
  readonly deliverFrom?: string;
}

interface RedeliverOptions {
  readonly from?: string;
  readonly to?: string;
  readonly all?: boolean;
}

/** Adds `create`, `test`, `rotate-secret`, `deliveries`, `redeliver` and `listen` to `parley webhooks`. */
export function addWebhookCommands(
  webhooks: Command,
  output: () => Output,
  connect: Connect = runningService,
): void {
  const send = async (method: string, target: string, body?: unknown): Promise<unknown> =>
    (await (await connect()).send(method, `${path}${target}`, { body })).json();
  const show = async (work: Promise<unknown>) => {
    const response = await work;
    const { line, result } = output();
    // `line` writes in text mode only, `result` in JSON mode only.
    line(JSON.stringify(response, null, 2));
    result(response);
  };
  webhooks
    .command('create <url>')
    .description('create an endpoint; prints its secret once')
    .option('--events <types>', 'event types, separated by commas', '*')
    .option('--description <text>', 'text shown in the list')
    .option('--deliver-from <time>', 'also deliver the stored events since this time (ISO 8601)')
    .action(async (url: string, { events = '*', description, deliverFrom }: CreateOptions) => {
      const body = {
        url,
        events: events.split(',').map((type) => type.trim()),
        ...(description !== undefined && { description }),
        ...(deliverFrom !== undefined && { deliverFrom }),
      };
      await show(send('POST', '', body));
    });
  for (const status of ['enable', 'disable'] as const)
    webhooks
      .command(`${status} <id>`)
      .description(
        status === 'enable'
          ? 'deliver events to a disabled endpoint again'
          : 'deliver no events until the endpoint is enabled again',
      )
      .action(async (id: string) => show(send('PATCH', idPath(id), { status: `${status}d` })));
  webhooks
    .command('rotate-secret <id>')
    .description('create a new secret; for 24 hours, Parley signs with the old and the new secret')
    .action(async (id: string) => show(send('POST', `${idPath(id)}/rotate-secret`)));
  webhooks
    .command('test <id>')
    .description('send an event webhook.test to the endpoint')
    .action(async (id: string) => show(send('POST', `${idPath(id)}/test`)));
  addDeliveryCommands(webhooks, output, connect, { send, show });
}

interface Requests {
  readonly send: (method: string, target: string, body?: unknown) => Promise<unknown>;
  /** Prints the response as JSON, in text mode too. */
  readonly show: (work: Promise<unknown>) => Promise<void>;
}

function addDeliveryCommands(
  webhooks: Command,
  output: () => Output,
  connect: Connect,
  { send, show }: Requests,
): void {
  webhooks
    .command('deliveries <id> [delivery]')
    .description('list the deliveries of an endpoint, newest first, or show one delivery with its attempts')
    .option('--limit <count>', 'number of rows, 1 to 1000', '50')
    .option('--status <status>', 'waiting, pending, succeeded, failed or cancelled')
    .action(async (id: string, delivery: string | undefined, options: { limit: string; status?: string }) => {
      const { showDelivery, listDeliveries } = await import('./webhooks/deliveries.ts');
      const service = await connect();
      await (delivery === undefined
        ? listDeliveries(service, id, options, output())
        : showDelivery(service, id, delivery, output()));
    });
  webhooks
    .command('redeliver <id> [delivery]')
    .description('send one delivery again, or the undelivered events of a time range')
    .option('--from <time>', 'first time of the range (ISO 8601)')
    .option('--to <time>', 'last time of the range (default: now)')
    .option('--all', 'include events that were delivered')
    .action(async (id: string, delivery: string | undefined, { from, to, all }: RedeliverOptions) => {
      if (delivery === undefined && from === undefined)
        throw new UsageError('Write the id of a delivery, or a time range with --from.');
      const body = { ...(from && { from }), ...(to && { to }), undeliveredOnly: all !== true };
      await show(
        delivery === undefined
          ? send('POST', `${idPath(id)}/deliveries/redeliver`, body)
          : send('POST', `${idPath(id)}/deliveries/${encodeURIComponent(delivery)}/redeliver`),
      );
    });
  webhooks
    .command('listen')
    .description(
      'forward the events of the workspace to a URL of this machine, signed like a webhook; Ctrl-C exits',
    )
    .requiredOption('--forward-to <url>', 'URL that receives the events, such as http://localhost:4000/hook')
    .option('--events <types>', 'event types, separated by commas', '*')
    .action(async (options: { forwardTo: string; events: string }) =>
      (await import('./webhooks/listen.ts')).listen(options, output()),
    );
}

const idPath = (id: string): string => `/${encodeURIComponent(id)}`;
