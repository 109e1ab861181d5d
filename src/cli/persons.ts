import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Erasure } from '../../packages/sdk/src/client.ts';
import { saveResponse } from './output-file.ts';
import { type Output, UsageError } from './output.ts';
import { runningService, type Connect } from './resources.ts';

const path = '/v1/api/erasures';
const exportTimeoutMs = 60 * 60_000;
const pollMs = 500;

interface EraseOptions {
  readonly yes?: boolean;
  readonly wait: boolean;
}

const personOf = (address: string) => (address.includes('@') ? { email: address } : { phoneNumber: address });

/** Adds `parley erase` and `parley export-person`. */
export function addPersonCommands(
  program: Command,
  output: () => Output,
  connect: Connect = runningService,
  wait: (ms: number) => Promise<unknown> = sleep,
): void {
  program
    .command('export-person <address>')
    .description('save all data of a person, by phone number or email address, as a JSON file')
    .option('-o, --output <file>', 'output file, - for standard output (default: person.json)')
    .action(async (address: string, { output: file = 'person.json' }: { output?: string }) => {
      const service = await connect();
      const options = { body: personOf(address), timeoutMs: exportTimeoutMs };
      const response = await service.send('POST', '/v1/api/person-exports', options);
      await saveResponse(response, file, output(), process.stdout);
    });
  program
    .command('erase <address>')
    .description('erase all data of a person, by phone number or email address; this cannot be undone')
    .option('--yes', 'confirms the erasure (required)')
    .option('--no-wait', 'do not wait for the end of the erasure')
    .action(async (address: string, { yes, wait: isAwaited }: EraseOptions) => {
      if (yes !== true)
        throw new UsageError(
          `This erases all data of ${address} and cannot be undone. Add --yes to confirm.`,
        );
      const service = await connect();
      const body = personOf(address);
      let erasure = (await (await service.send('POST', path, { body })).json()) as Erasure;
      while (isAwaited && erasure.status !== 'completed' && erasure.status !== 'waiting') {
        await wait(pollMs);
        erasure = (await (await service.send('GET', `${path}/${erasure.id}`)).json()) as Erasure;
      }
      const { line, result } = output();
      line(describe(erasure));
      for (const [kind, count] of Object.entries(erasure.report)) if (count > 0) line(`  ${kind}: ${count}`);
      result(erasure);
    });
}

function describe({ id, status }: Erasure): string {
  if (status === 'completed') return `${id}: the person is erased`;
  if (status === 'waiting')
    return `${id}: the rest is erased after the end of an active call or of a message that is being sent`;
  return `${id}: the erasure runs in the background`;
}
