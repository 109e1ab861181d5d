import type { Command } from 'commander';
import type { Suppression } from '../../packages/sdk/src/client.ts';
import { CommandError, type Output } from './output.ts';
import { runningService, type Connect, type ResourceService } from './resources.ts';

const path = '/v1/api/suppressions';

interface AddOptions {
  readonly channel: string;
  readonly reason?: string;
}

/** Adds `add` and `remove` to `parley suppressions`. */
export function addSuppressionCommands(
  suppressions: Command,
  output: () => Output,
  connect: Connect = runningService,
): void {
  suppressions
    .command('add <address>')
    .description('suppress a phone number (E.164) or an email address')
    .option('--channel <channel>', 'voice, sms, email or all', 'all')
    .option('--reason <reason>', 'reason, shown in the list')
    .action(async (address: string, { channel, reason }: AddOptions) => {
      const body = { address, channel, ...(reason === undefined ? {} : { reason }) };
      const response = await (await connect()).send('POST', path, { body });
      const { line, result } = output();
      line(`${address} is suppressed (${channel})`);
      result(await response.json());
    });
  suppressions
    .command('remove <address>')
    .description('remove an address from the suppressions, or one suppression by its id')
    .action(async (address: string) => {
      const service = await connect();
      const ids = address.startsWith('supp_') ? [address] : await idsOf(service, address);
      if (ids.length === 0) throw new CommandError(`${address} is not suppressed.`);
      for (const id of ids) await service.send('DELETE', `${path}/${encodeURIComponent(id)}`);
      const { line, result } = output();
      line(`${address} is no longer suppressed`);
      result({ address, removed: ids });
    });
}

/** Returns the suppression ids of an address, one per channel. */
async function idsOf(service: ResourceService, address: string): Promise<string[]> {
  const query = new URLSearchParams({ address });
  const response = await service.send('GET', `${path}?${query.toString()}`);
  const { data } = (await response.json()) as { data: { suppressions: readonly Suppression[] } };
  return data.suppressions.map(({ id }) => id);
}
