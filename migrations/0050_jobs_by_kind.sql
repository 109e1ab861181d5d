-- Breaks running workers: no.

-- A claim of some kinds does not read the due jobs of other kinds.
drop index jobs_due;
create index jobs_due_of_kind on jobs (kind, run_at, id) where state = 'queued' and group_id is null;

-- Each carrier of messages has its own kind of jobs. A message of the test network is sent by its carrier from either kind.
update jobs set kind = 'send-' || conversations.channel
from messages join conversations on conversations.id = messages.conversation_id
where jobs.kind = 'send-message' and messages.id = jobs.key;
