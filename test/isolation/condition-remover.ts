import type { StatementInterceptor } from './intercepted-database.ts';

/** The workspace condition in the program's queries. */
const workspaceCondition = /(?:\b\w+\.)?\bworkspace_id = \$(\d+)/g;

/** Replaces each `workspace_id = $1` with a condition that is true for any value, and keeps the parameter. */
const withoutCondition = (text: string): string =>
  text.replaceAll(workspaceCondition, '$$$1::text is not null');

/** Removes the workspace conditions from the program's queries, so that only row-level security separates workspaces. */
export class ConditionRemover {
  /** Number of statements that had a workspace condition. */
  changedStatements = 0;

  readonly intercept: StatementInterceptor = ({ text }, kind) => {
    const rewritten = kind === 'workspace' ? withoutCondition(text) : text;
    if (rewritten !== text) this.changedStatements += 1;
    return rewritten;
  };
}
