/*
 * Measures how many jobs per second pg-boss claims. The argument is JSON with the database: { connection, jobs, atOnce }. A job has the data
 * of a row of a batch. Requires `npm ci` in this folder.
 */
import { PgBoss } from 'pg-boss';

const { connection, jobs, atOnce } = JSON.parse(process.argv[2]);
const queue = 'dial';

const boss = new PgBoss({
  ...('url' in connection ? { connectionString: connection.url } : connection),
  supervise: false,
  schedule: false,
});
boss.on('error', (error) => {
  throw error;
});
await boss.start();
await boss.createQueue(queue);

async function fill() {
  for (let first = 0; first < jobs; first += 5_000) {
    const count = Math.min(5_000, jobs - first);
    const rows = Array.from({ length: count }, (_, index) => ({
      data: {
        phoneNumber: `+1${2026000000 + first + index}`,
        customer: { name: 'Ada Lovelace' },
        dynamic: { appointment: '2026-02-01 10:30', doctor: 'Dr. Grey' },
      },
    }));
    await boss.insert(queue, rows);
  }
}

async function claimAll(complete) {
  await fill();
  const beganMs = performance.now();
  let claimed = 0;
  for (;;) {
    const taken = await boss.fetch(queue, { batchSize: atOnce });
    if (taken.length === 0) break;
    claimed += taken.length;
    if (complete)
      await boss.complete(
        queue,
        taken.map(({ id }) => id),
      );
  }
  return Math.round((claimed / (performance.now() - beganMs)) * 1000);
}

console.log(`pg-boss: ${await claimAll(false)} jobs a second claimed, ${atOnce} at once`);
console.log(`pg-boss: ${await claimAll(true)} jobs a second claimed and completed`);
await boss.stop({ graceful: false });
