import { LanguageModelError } from '../../contracts/language-model.ts';
import type { Job, JobContext, JobHandler } from '../../jobs/job.ts';
import { ModelUsageMeter } from '../../models/model-usage.ts';
import { addConversationCosts, findConversation } from '../../store/conversations/conversations.ts';
import { commitReply } from './commit-reply.ts';
import { planReply } from './plan-reply.ts';
import type { ReplyContext, ReplyJob } from './reply-job.ts';
import { ReplyTakenOver } from './idempotent-requests.ts';
import { loadConversationSnapshot, textOf, type ConversationSnapshot } from './conversation-snapshot.ts';
import { writeReply, type WrittenReply } from './write-reply.ts';

/** Attempts to write a reply while the language models fail. Afterwards a person must write it. */
const maxModelAttempts = 4;
/** Attempts if anything else fails, such as the database. */
const maxAttempts = 10;

/** Creates the handler of the jobs that answer the inbound messages of one conversation each. */
export function replyHandler(context: ReplyContext): JobHandler<ReplyJob> {
  return {
    run: (job, jobContext) => runReply(context, job, jobContext),
    // A repeated job finds what an earlier attempt has stored.
    onWorkerLost: 'retry',
    maxAttempts: 2 ** 31 - 1,
    retryDelayMs: (attempt) => Math.min(1_000 * 2 ** Math.min(attempt - 1, 6), 60_000),
  };
}

async function runReply(
  context: ReplyContext,
  { workspaceId, payload: { conversationId }, attempt }: Job<ReplyJob>,
  job: JobContext,
): Promise<void> {
  const scope = context.database.inWorkspace(workspaceId!);
  const conversation = await findConversation(scope, { workspaceId: workspaceId!, conversationId });
  const snapshot = conversation && (await loadConversationSnapshot(scope, conversation));
  if (snapshot === undefined) return;
  const plan = planReply(snapshot);
  if (plan.type === 'none')
    return commitReply(context, { snapshot, reply: undefined, attention: plan.attention, job });
  if (textOf(snapshot) === '')
    return commitReply(context, { snapshot, reply: undefined, attention: 'no_text', job });
  const reply = await writeMeasured(context, snapshot, { mayAct: plan.mayAct, attempt, signal: job.signal });
  await commitReply(context, { snapshot, reply, job });
}

interface WriteOptions {
  readonly mayAct: boolean;
  readonly attempt: number;
  readonly signal: AbortSignal;
}

/** Writes the reply, and adds the usage of language models to the costs of the conversation, also if the attempt fails. */
async function writeMeasured(
  context: ReplyContext,
  snapshot: ConversationSnapshot,
  options: WriteOptions,
): Promise<WrittenReply> {
  const { workspaceId, id: conversationId } = snapshot.conversation;
  const usage = new ModelUsageMeter();
  const languageModel: ReplyContext['models']['languageModel'] = (id) => {
    const model = context.models.languageModel(id);
    return model && usage.measure(model);
  };
  try {
    return await write({ ...context, models: { ...context.models, languageModel } }, snapshot, options);
  } finally {
    const costs = usage.costs(context.prices);
    await context.database
      .inWorkspace(workspaceId)
      .transaction((tx) => addConversationCosts(tx, { workspaceId, conversationId, costs }));
  }
}

/** Writes the reply. After too many attempts, returns an empty reply with the reason for which a person must write it. */
async function write(
  context: ReplyContext,
  snapshot: ConversationSnapshot,
  { attempt, ...options }: WriteOptions,
): Promise<WrittenReply> {
  try {
    return await writeReply(context, snapshot, options);
  } catch (error) {
    options.signal.throwIfAborted();
    if (!isFinal(error, attempt)) throw error;
    context.logger.error(
      { err: error, conversation: snapshot.conversation.id },
      'A reply could not be written.',
    );
    return failedReply(snapshot);
  }
}

/** Returns whether another attempt would fail too, or enough attempts have failed. */
function isFinal(error: unknown, attempt: number): boolean {
  if (error instanceof ReplyTakenOver) return false;
  if (error instanceof LanguageModelError) return !error.retryable || attempt >= maxModelAttempts;
  return attempt >= maxAttempts;
}

/** Returns an empty reply with the reason for which a person must write it. */
const failedReply = ({ requests }: ConversationSnapshot): WrittenReply => ({
  text: '',
  isGenerated: true,
  flowState: undefined,
  agentId: undefined,
  effects: [],
  attention: 'reply_failed',
  hasActed: requests.length > 0,
});
