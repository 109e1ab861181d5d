import { parseDateTime } from '../../understanding/date-time.ts';
import { parseIsoTime } from '../../understanding/iso-time.ts';
import type { NodeOf } from '../node.ts';
import type { FlowAction, FlowContext } from '../protocol.ts';
import { spoken, written } from '../scope.ts';
import { leave, type Outcome, type Scene } from '../state.ts';

/** Records `callback_scheduled`. Fails where `at` is no time, or one that is past. */
export const scheduleCallbackNode = {
  enter(node: NodeOf<'schedule_callback'>, scene: Scene): Outcome {
    const at = written(node.config.at, scene);
    const atMs = callbackTime(at, scene.context);
    if (atMs === undefined || atMs <= scene.context.nowMs) {
      const text = 'The time of the callback is missing, past or no time; none was scheduled.';
      return leave(false, { type: 'note', nodeId: node.id, text });
    }
    const notes = written(node.config.notes, scene);
    const confirmation = spoken(node.config.confirmation, scene);
    const actions: FlowAction[] = [
      { type: 'schedule-callback', at: new Date(atMs).toISOString(), ...(notes === '' ? {} : { notes }) },
    ];
    if (confirmation !== '')
      actions.push({ type: 'speak', nodeId: node.id, text: confirmation, interruptible: true });
    return leave(true, ...actions);
  },
};

/** A time in ISO 8601 or in words, as a Unix time in ms. */
function callbackTime(text: string, { nowMs, timezone }: FlowContext): number | undefined {
  return parseIsoTime(text, timezone) ?? parseDateTime(text, nowMs, timezone)?.instantMs;
}
