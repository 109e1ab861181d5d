import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, TextInput } from '../../components/field.tsx';
import { text } from '../../text/index.ts';
import { useSession } from '../session/session.ts';
import type { CallFilterValues } from './calls-query.ts';

const words = text.calls.savedViews;
const maxViews = 20;
const maxNameLength = 40;

/** A name for filters of the list. */
interface SavedView {
  readonly name: string;
  readonly filters: CallFilterValues;
}

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'filters' in value &&
  typeof value.filters === 'object';

function readViews(key: string): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((view) => isView(view)) : [];
  } catch {
    return [];
  }
}

const textOf = (filters: CallFilterValues): string =>
  JSON.stringify(Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** The views of this browser for the workspace, and the changes to them. */
function useSavedViews() {
  const key = `parley.call-views.${useSession().currentWorkspaceId}`;
  const [views, setViews] = useState(() => readViews(key));
  const store = (changed: readonly SavedView[]) => {
    localStorage.setItem(key, JSON.stringify(changed));
    setViews(changed);
  };
  return {
    views,
    save: (view: SavedView) => store([...views.filter(({ name }) => name !== view.name), view]),
    remove: (removed: SavedView) => store(views.filter((view) => view !== removed)),
  };
}

/** Names for filters of the list, as links. A new one is saved from the filters in the URL. */
export function SavedViews({ filters }: { readonly filters: CallFilterValues }) {
  const { views, save, remove } = useSavedViews();
  const current = textOf(filters);
  const isFiltered = Object.keys(filters).length > 0;
  const isSaved = views.some((view) => textOf(view.filters) === current);
  const canSave = isFiltered && !isSaved && views.length < maxViews;
  if (views.length === 0 && !canSave) return null;
  return (
    <nav aria-label={words.label} className="flex flex-wrap items-center gap-1.5 px-6 pb-3 max-md:px-4">
      {views.length > 0 && <ViewLink name={words.all} filters={{}} isCurrent={!isFiltered} />}
      {views.map((view) => {
        const isCurrent = textOf(view.filters) === current;
        return (
          <span key={view.name} className="flex items-center">
            <ViewLink {...view} isCurrent={isCurrent} />
            {isCurrent && (
              <Button
                isIcon
                variant="ghost"
                aria-label={words.remove(view.name)}
                onClick={() => remove(view)}
              >
                <X aria-hidden size={14} />
              </Button>
            )}
          </span>
        );
      })}
      {canSave && <SaveView onSave={(name) => save({ name, filters })} />}
    </nav>
  );
}

const ViewLink = ({ name, filters, isCurrent }: SavedView & { readonly isCurrent: boolean }) => (
  <Link
    to="/calls"
    search={filters}
    aria-current={isCurrent ? 'page' : undefined}
    className={`inline-flex h-8 max-w-60 items-center truncate rounded-md px-2.5 text-sm max-md:h-10 ${isCurrent ? 'bg-selected font-medium text-ink' : 'text-muted hover:bg-hover hover:text-ink'}`}
  >
    {name}
  </Link>
);

function SaveView({ onSave }: { readonly onSave: (name: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState('');
  return (
    <>
      <Button variant="ghost" onClick={() => setIsOpen(true)}>
        {words.save}
      </Button>
      <Dialog title={words.saveTitle} description={words.hint} isOpen={isOpen} onOpenChange={setIsOpen}>
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            onSave(name.trim());
          }}
        >
          <Field label={words.name}>
            <TextInput required pattern=".*\S.*" maxLength={maxNameLength} value={name} onValue={setName} />
          </Field>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>{text.common.cancel}</Button>
            <Button type="submit" variant="primary">
              {text.common.save}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
