import type { Database } from '../../src/store/database.ts';
import { noon } from './fixtures.ts';

/** Conversations per statement, below the time limit of statements also on a slow machine. */
const seedStep = 500;

/** Inserts conversations with three messages each. Conversation n is n seconds younger than noon and has the recipient `+1202` and n as seven digits. */
export async function seedConversations(
  db: Database,
  { first, count, ...owner }: { workspaceId: string; flowId: string; first: number; count: number },
): Promise<void> {
  for (let number = first; number < first + count; number += seedStep) {
    const last = Math.min(number + seedStep, first + count) - 1;
    await seedRange(db, { ...owner, first: number, last });
  }
}

async function seedRange(
  db: Database,
  { workspaceId, flowId, first, last }: { workspaceId: string; flowId: string; first: number; last: number },
): Promise<void> {
  const system = db.asSystem();
  const values = [workspaceId, flowId, first, last, noon];
  await system.execute(
    {
      text: `insert into conversations (id, workspace_id, flow_id, flow_version, user_id, channel, recipient, inactivity_hours,
          expires_at, created_at, updated_at)
        select 'conv_' || lpad(n::text, 26, '0'), $1, $2, 1, 'usr_1', 'sms', '+1202' || lpad(n::text, 7, '0'), 24,
          $5::timestamptz + interval '1 year', $5::timestamptz + n * interval '1 second', $5
        from generate_series($3::int, $4::int) as n`,
    },
    values,
  );
  // Every message has "visit"; words are shared by every 2nd, 10th, 30th, 100th and 1,000th conversation.
  await system.execute(
    {
      text: `insert into messages (id, workspace_id, conversation_id, sequence, direction, origin, status, content, metadata,
          created_at, updated_at)
        select 'msg_' || lpad((n * 3 + m)::text, 26, '0'), $1, 'conv_' || lpad(n::text, 26, '0'), m, 'outbound', 'flow',
          'delivered', 'Hello, your visit number ' || n * 3 + m || ' is at Oak Street, ' || case
            when m <> 1 then 'please confirm'
            when n % 1000 = 0 then 'Zebra' when n % 100 = 0 then 'Walrus' when n % 30 = 0 then 'Turtle'
            when n % 10 = 0 then 'Salmon' when n % 2 = 0 then 'Rabbit' else 'quietly' end || '.',
          '{}', $5::timestamptz + n * interval '1 second', $5
        from generate_series($3::int, $4::int) as n, generate_series(1, 3) as m where $2::text is not null`,
    },
    values,
  );
}
