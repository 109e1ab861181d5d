import type { Command } from 'commander';
import { ParleyError, type AddedSuppressions, type Suppression } from '../../packages/sdk/src/client.ts';
import { CommandError, type Output } from './output.ts';
import { runningService, type Connect, type ResourceService } from './resources.ts';

const path = '/v1/api/suppressions';
const countryHelp =
  'country of a number without a country code, such as US (default: country of the numbers of the workspace)';

interface AddOptions {
  readonly channel: string;
  readonly reason?: string;
  readonly country?: string;
}

/** Adds `add` and `remove` to `parley suppressions`. */
export function addSuppressionCommands(
  suppressions: Command,
  output: () => Output,
  connect: Connect = runningService,
): void {
  suppressions
    .command('add <address>')
    .description('suppress a phone number or an email address')
    .option('--channel <channel>', 'voice, sms, email or all', 'all')
    .option('--reason <reason>', 'reason, shown in the list')
    .option('--country <country>', countryHelp)
    .action(async (address: string, { channel, reason, country }: AddOptions) => {
      const body = { address, channel, reason, defaultCountry: country?.toUpperCase() };
      const response = await (await connect()).send('POST', path, { body }).catch(throwWithOption);
      const added = (await response.json()) as AddedSuppressions;
      const { line, result } = output();
      const stored = added.suppressions.map((suppression) => suppression.channel).join(', ');
      const before = added.added === 0 ? 'was already' : 'is';
      line(`${added.suppressions[0]?.address ?? address} ${before} suppressed (${stored})`);
      result(added);
    });
  suppressions
    .command('remove <address>')
    .description('remove an address from the suppressions, or one suppression by its id')
    .option('--country <country>', countryHelp)
    .action(async (address: string, { country }: { country?: string }) => {
      const service = await connect();
      const ids = address.startsWith('supp_') ? [address] : await idsOf(service, address, country);
      if (ids.length === 0) throw new CommandError(`${address} is not suppressed.`);
      for (const id of ids) await service.send('DELETE', `${path}/${encodeURIComponent(id)}`);
      const { line, result } = output();
      line(`${address} is no longer suppressed`);
      result({ address, removed: ids });
    });
}

/** Returns the suppression ids of an address, one per channel. */
async function idsOf(
  service: ResourceService,
  address: string,
  country: string | undefined,
): Promise<string[]> {
  const query = new URLSearchParams({ address });
  if (country !== undefined) query.set('defaultCountry', country.toUpperCase());
  const response = await service.send('GET', `${path}?${query.toString()}`);
  const { data } = (await response.json()) as { data: { suppressions: readonly Suppression[] } };
  return data.suppressions.map(({ id }) => id);
}

/** Throws the error with the name of the option instead of the field of the API. */
function throwWithOption(error: unknown): never {
  const fault =
    error instanceof ParleyError ? error.fields.find(({ path: field }) => field === 'address') : undefined;
  if (fault === undefined || !fault.message.includes('defaultCountry')) throw error;
  throw new CommandError(
    fault.message.replace('send defaultCountry', 'add --country, such as --country DE'),
    {
      cause: error,
    },
  );
}
