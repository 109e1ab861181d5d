import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useId, useRef } from 'react';
import type { FieldErrors } from '../../api.ts';
import { placeOf } from '../../wording.ts';
import { text } from '../../text/index.ts';

const words = text.form.findings;

export interface FindingsProps {
  readonly errors: FieldErrors;
  readonly warnings: FieldErrors;
  /** Shows the place of a path, such as `voice.speed`. */
  readonly onOpen: (path: string) => void;
}

/** How many faults and warnings the service sees in the changes. The list opens the place of each. */
export function Findings({ errors, warnings, onOpen }: FindingsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [faultCount, warningCount] = [errors, warnings].map((messages) => Object.keys(messages).length);
  if (!faultCount && !warningCount) return null;
  const open = (path: string) => {
    list.current?.hidePopover();
    onOpen(path);
  };
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={`inline-flex h-8 items-center gap-1.5 rounded-md px-2 text-sm font-medium max-md:h-10 ${faultCount ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn'}`}
      >
        {faultCount ? <CircleAlert aria-hidden size={15} /> : <TriangleAlert aria-hidden size={15} />}
        {faultCount ? words.faults(faultCount) : words.warnings(warningCount!)}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        className="fixed inset-auto top-16 right-6 m-0 max-h-[70vh] w-[min(26rem,calc(100vw-2rem))] overflow-auto rounded-lg border border-line bg-raised p-2 text-sm text-ink shadow-(--shadow-float) max-md:right-4"
      >
        <FindingList title={words.faultsTitle} messages={errors} onOpen={open} />
        <FindingList title={words.warningsTitle} messages={warnings} onOpen={open} />
      </div>
    </>
  );
}

function FindingList({
  title,
  messages,
  onOpen,
}: {
  readonly title: string;
  readonly messages: FieldErrors;
  readonly onOpen: (path: string) => void;
}) {
  const entries = Object.entries(messages);
  if (entries.length === 0) return null;
  return (
    <section>
      <h2 className="px-2 py-1 text-xs font-medium text-muted">{title}</h2>
      <ul>
        {entries.map(([path, message]) => (
          <li key={path}>
            <button
              type="button"
              onClick={() => onOpen(path)}
              className="w-full rounded-md px-2 py-1.5 text-start hover:bg-hover"
            >
              {/^(nodes|edges)\[/.test(path) || (
                <span className="block text-xs text-faint">{placeOf(path)}</span>
              )}
              <span className="break-words">{message}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Focuses the field of a path, or the first one inside it. */
export function focusField(path: string): void {
  const fields = [...document.querySelectorAll<HTMLElement>('[data-path]')];
  const pathOf = ({ dataset }: HTMLElement) => dataset['path'] ?? '';
  const field =
    fields.find((element) => pathOf(element) === path) ??
    fields.findLast((element) => pathOf(element) !== '' && isInside(path, pathOf(element))) ??
    fields.find((element) => isInside(pathOf(element), path));
  field?.scrollIntoView({ block: 'center' });
  field?.querySelector<HTMLElement>('input, select, textarea, button')?.focus({ preventScroll: true });
}

const isInside = (path: string, outer: string): boolean =>
  path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
