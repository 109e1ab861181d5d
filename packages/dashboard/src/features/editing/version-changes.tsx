import type { VersionChange } from '@parley/sdk/client';
import { labelOf } from '../../wording.ts';
import { text } from '../../text/index.ts';

const words = text.form.versions;

/** The differences of two versions, one line each with the value before and after. */
export function VersionChanges({ changes }: { readonly changes: readonly VersionChange[] }) {
  if (changes.length === 0) return <p className="text-sm text-muted">{words.none}</p>;
  return (
    <ul className="grid gap-2 text-sm">
      {changes.map(({ op, pointer, element, before, after }) => (
        <li key={`${op} ${pointer}`} className="min-w-0">
          <p>
            <span className="font-medium">{placeOf(pointer, element)}</span>{' '}
            <span className="text-muted">{words.ops[op]}</span>
          </p>
          {op !== 'add' && before !== undefined && <Value className="bg-bad-soft text-bad" value={before} />}
          {op !== 'remove' && after !== undefined && <Value className="bg-ok-soft text-ok" value={after} />}
        </li>
      ))}
    </ul>
  );
}

/** Returns the place of a change in words: the element of the list, then the fields without positions. */
function placeOf(pointer: string, element: string | undefined): string {
  const names = pointer
    .split('/')
    .filter((name) => name !== '' && !/^\d+$/.test(name))
    .map(labelOf);
  return element === undefined ? names.join(' › ') : `${element} › ${names.join(' › ')}`;
}

const maxLength = 400;

function Value({ value, className }: { readonly value: unknown; readonly className: string }) {
  const content = typeof value === 'string' ? value : JSON.stringify(value);
  return (
    <p className={`mt-0.5 rounded px-2 py-0.5 break-words ${className}`}>
      {content.length > maxLength ? `${content.slice(0, maxLength)} …` : content || '""'}
    </p>
  );
}
