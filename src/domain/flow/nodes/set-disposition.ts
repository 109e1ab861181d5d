import type { NodeOf } from '../node.ts';
import { renderText } from '../scope.ts';
import { leave, type NodeOutcome, type StepContext } from '../state.ts';

/** Records a disposition; the last one of a call is used. */
export const setDispositionNode = {
  enter(node: NodeOf<'set_disposition'>, step: StepContext): NodeOutcome {
    const notes = renderText(node.config.notes, step);
    const { disposition } = node.config;
    return leave(true, { type: 'set-disposition', disposition, ...(notes === '' ? {} : { notes }) });
  },
};
