/*
 * node bench/numbers/run.ts --numbers 300000
 *
 * Imports a file of numbers into the inventory through the API, and searches among them with a new pattern each time. For comparison, it
 * measures a bare select of one row by key through the same pool in the same minute. The numbers are spread over all area codes of the
 * United States that libphonenumber knows. The server is the embedded PostgreSQL with the settings of the test suite (fsync off).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { parsePhoneNumber } from '../../src/core/phone-numbers.ts';
import { seededRandom } from '../../src/core/random.ts';
import { searchInventory } from '../../src/store/inventory.ts';
import { createTestApi, type TestApi } from '../../test/support/api.ts';
import { chooseServerFolder, removeServer } from '../../test/support/test-server.ts';
import { formatPercentiles, percentilesOf } from '../media/percentiles.ts';

const { values } = parseArgs({ options: { numbers: { type: 'string', default: '300000' } } });
const numberCount = Math.min(Math.max(Number(values.numbers), 1_000), 1_000_000);
const searchCount = 400;
const random = seededRandom(11);
const randomDigits = (count: number): string =>
  Array.from({ length: count }, () => String(random.below(10))).join('');

/** Returns distinct numbers in random order. */
function generateNumbers(): string[] {
  const areaCodes = Array.from({ length: 800 }, (_none, index) => String(index + 200)).filter((code) => {
    const { country, type } = parsePhoneNumber(`+1${code}2345678`) ?? {};
    return country === 'US' && type === 'FIXED_LINE_OR_MOBILE';
  });
  const numbers = new Set<string>();
  while (numbers.size < numberCount) {
    numbers.add(`+1${areaCodes[random.below(areaCodes.length)]}${2 + random.below(8)}${randomDigits(6)}`);
  }
  return [...numbers].filter((number) => parsePhoneNumber(number) !== undefined);
}

const residentMb = (): number => process.memoryUsage().rss / 1024 / 1024;

async function measureImport(api: TestApi, numbers: readonly string[]): Promise<void> {
  const payload = ['phone_number', ...numbers].join('\n');
  const before = residentMb();
  let peak = before;
  const sampler = setInterval(() => (peak = Math.max(peak, residentMb())), 50);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedMs = performance.now();
  const { body } = await api.send('POST', '/v1/api/telephony/inventory/import', {
    body: payload,
    headers: { 'content-type': 'text/csv' },
  });
  const tookMs = performance.now() - startedMs;
  delay.disable();
  clearInterval(sampler);
  if (body.added !== numbers.length) throw new Error(JSON.stringify(body).slice(0, 1_000));
  console.log(
    `import: ${numbers.length} numbers in ${(tookMs / 1000).toFixed(1)} s, ${Math.round(numbers.length / (tookMs / 1000))} per second`,
  );
  console.log(
    `memory: ${before.toFixed(0)} MB before, ${(peak - before).toFixed(0)} MB more at the peak, including the look-up thread`,
  );
  console.log(
    `event loop late, ms p50 / p99 / max: ${[50, 99, 100].map((percent) => (delay.percentile(percent) / 1e6).toFixed(1)).join(' / ')}`,
  );
}

/** Search patterns by name. */
const patterns: Readonly<Record<string, () => object>> = {
  'area code': () => ({ areaCode: String(200 + random.below(780)) }),
  '2 digits': () => ({ contains: randomDigits(2) }),
  '3 digits': () => ({ contains: randomDigits(3) }),
  '4 digits': () => ({ contains: randomDigits(4) }),
  '5 to 7 digits': () => ({ contains: randomDigits(5 + random.below(3)) }),
  'area code and 3 digits': () => ({ areaCode: String(200 + random.below(780)), contains: randomDigits(3) }),
  'one wildcard, such as 55*55': () => ({ contains: `${randomDigits(2)}*${randomDigits(2)}` }),
  'alternating wildcards, such as 1*2*3*4': () => ({ contains: [...randomDigits(4)].join('*') }),
  'pairs of wildcards, such as 1**2**3**4': () => ({ contains: [...randomDigits(4)].join('**') }),
};

async function measureSearches(api: TestApi): Promise<void> {
  const { workspaceId } = api;
  const scope = api.database.inWorkspace(workspaceId);
  const time = async (work: () => Promise<unknown>): Promise<number> => {
    const startedMs = performance.now();
    await work();
    return performance.now() - startedMs;
  };
  console.log('searches, limit 50, ms p50 / p99 / p99.9 / max:');
  const bare: number[] = [];
  const statement = { name: 'bench_bare', text: 'select * from workspaces where id = $1' };
  for (let count = 0; count < searchCount; count++)
    bare.push(await time(() => scope.row(statement, [workspaceId])));
  console.log(`  bare select by key: ${formatPercentiles(percentilesOf(bare))}`);
  for (const [name, pattern] of Object.entries(patterns)) {
    const times: number[] = [];
    for (let count = 0; count < searchCount; count++) {
      const search = { workspaceId, country: 'US', type: 'local', limit: 50, ...pattern() } as const;
      times.push(await time(() => searchInventory(scope, search)));
    }
    console.log(`  ${name}: ${formatPercentiles(percentilesOf(times))}`);
  }
}

const folder = await chooseServerFolder();
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-bench-numbers-'));
const api = await createTestApi({ dataDir });
try {
  console.log(`load ${os.loadavg()[0]!.toFixed(1)}`);
  await measureImport(api, generateNumbers());
  await measureSearches(api);
} finally {
  await api.close();
  await removeServer(folder);
  await rm(dataDir, { recursive: true });
}
