import type { NodeOf } from '../node.ts';
import { written } from '../scope.ts';
import { leave, type Outcome, type Scene } from '../state.ts';

/** Records an outcome; the last one of a call counts. */
export const setDispositionNode = {
  enter(node: NodeOf<'set_disposition'>, scene: Scene): Outcome {
    const notes = written(node.config.notes, scene);
    const { disposition } = node.config;
    return leave(true, { type: 'set-disposition', disposition, ...(notes === '' ? {} : { notes }) });
  },
};
