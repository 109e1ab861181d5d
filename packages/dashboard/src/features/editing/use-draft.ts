import { ParleyError } from '@parley/sdk/client';
import { useCallback, useMemo, useState } from 'react';
import { readError, reportError, type FieldErrors } from '../../api.ts';
import { toPageWording } from '../../wording.ts';
import { applyMergePatch, isEqual, mergePatchOf, type JsonObject } from '../../merge-patch.ts';
import { useValidation, type ValidatePatch, type Validation, type Versioned } from './use-validation.ts';

interface Findings {
  readonly errors: FieldErrors;
  readonly warnings: FieldErrors;
  /** What the paths refer to, such as `nodes[3]`. */
  readonly checked: JsonObject | undefined;
}

interface Problems extends Findings {
  readonly message: string;
  readonly hasConflict: boolean;
}

const noProblems: Problems = {
  errors: {},
  message: '',
  warnings: {},
  hasConflict: false,
  checked: undefined,
};

interface Step {
  readonly value: JsonObject;
  /** Changes with the same tag in a row are one step, such as the letters of a text. */
  readonly tag: string | undefined;
}

const maxSteps = 200;

/** Sends a merge patch of what was changed, with the version that it was made for. */
export type SavePatch<Resource> = (
  patch: JsonObject,
  ifMatch: string,
) => Promise<Resource & { readonly warnings: Validation['warnings'] }>;

interface DraftRequests<Resource, Result extends Validation> {
  readonly save: SavePatch<Resource>;
  readonly validate: ValidatePatch<Result>;
}

/**
 * Keeps the changes of the user to an agent or a flow until they are saved: with undo, and with the messages of the service, also before a
 * save. A version that someone else has saved meanwhile is a conflict, which loses nothing.
 */
export function useDraft<Resource extends Versioned, Result extends Validation>(
  saved: Resource,
  { save: send, validate }: DraftRequests<Resource, Result>,
) {
  const [base, setBase] = useState(saved);
  const history = useHistory(saved);
  const [problems, setProblems] = useState(noProblems);
  const [isSaving, setIsSaving] = useState(false);
  const draft = history.value as Resource;
  const isDirty = !isEqual(base, draft);
  const validation = useValidation({ base, draft, validate });
  const live = useMemo(() => validation && findingsOf(validation), [validation]);
  if (saved.version > base.version && !isDirty) {
    setBase(saved);
    history.reset(saved);
  }
  const save = async (change?: JsonObject) => {
    const toSave = change === undefined ? draft : { ...draft, ...change };
    setIsSaving(true);
    try {
      const { warnings, ...next } = await send(mergePatchOf(base, toSave), `"${base.version}"`);
      setBase(next as unknown as Resource);
      history.reset(next);
      setProblems({ ...noProblems, warnings: byPath(warnings), checked: next });
    } catch (error) {
      reportError(error);
      const hasConflict = error instanceof ParleyError && error.code === 'version_conflict';
      const { fields, message } = readError(error);
      setProblems({
        ...noProblems,
        errors: fields,
        message: hasConflict ? '' : message,
        hasConflict,
        checked: draft,
      });
    } finally {
      setIsSaving(false);
    }
  };
  const isOfSave = problems.checked === draft;
  return {
    ...(isOfSave ? problems : (live ?? problems)),
    // Without changes there is nothing that an earlier rejected change could refer to.
    ...(!isDirty && !isOfSave && { errors: noProblems.errors }),
    message: isOfSave ? problems.message : '',
    hasConflict: problems.hasConflict,
    validation,
    base,
    draft,
    isDirty,
    isSaving,
    set: history.set,
    undo: history.undo,
    redo: history.redo,
    /** Saves the draft, with a further change if one is given, which is lost if it is rejected. */
    save,
    /** Continues with a version of the service, with or without the changes of the user. */
    rebase: (current: Resource, keepsChanges: boolean) => {
      setBase(current);
      history.reset(keepsChanges ? applyMergePatch(current, mergePatchOf(base, draft)) : current);
      setProblems(noProblems);
    },
    discard: () => {
      history.reset(base);
      setProblems(noProblems);
    },
    closeConflict: () => setProblems(noProblems),
  };
}

const byPath = (findings: Validation['faults']): FieldErrors =>
  Object.fromEntries(findings.map(({ path, message }) => [path, toPageWording(message)]));

const findingsOf = ({
  faults,
  warnings,
  checked,
}: Validation & { readonly checked: JsonObject }): Findings => ({
  errors: byPath(faults),
  warnings: byPath(warnings),
  checked,
});

function useHistory(initial: JsonObject) {
  const [{ steps, index }, setState] = useState<{ steps: readonly Step[]; index: number }>({
    steps: [{ value: initial, tag: undefined }],
    index: 0,
  });
  const set = useCallback((change: (value: JsonObject) => JsonObject, tag?: string) => {
    setState(({ steps, index }) => {
      const current = steps[index]!;
      const value = change(current.value);
      const replaces = tag !== undefined && current.tag === tag && index > 0;
      const kept = steps.slice(Math.max(0, index - maxSteps), replaces ? index : index + 1);
      return { steps: [...kept, { value, tag }], index: kept.length };
    });
  }, []);
  const move = (by: number) =>
    setState((state) => ({
      ...state,
      index: Math.min(Math.max(state.index + by, 0), state.steps.length - 1),
    }));
  return {
    value: steps[index]!.value,
    set,
    undo: index > 0 ? () => move(-1) : undefined,
    redo: index < steps.length - 1 ? () => move(1) : undefined,
    reset: (value: JsonObject) => setState({ steps: [{ value, tag: undefined }], index: 0 }),
  };
}
