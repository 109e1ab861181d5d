import { api, useChange } from '../api.ts';
import { saveFile } from '../save-file.ts';
import { text } from '../text/index.ts';
import { Button } from './button.tsx';
import { FormError } from './states.tsx';

const timeoutMs = 10 * 60_000;

interface ExportButtonProps {
  /** The path of a list that the service exports with `format=csv`. */
  readonly path: string;
  /** The filters of the page. */
  readonly query: object;
  /** The name of the file, without its extension. */
  readonly name: string;
}

/** Saves all rows that the filters match, in the form that the spreadsheet program of the user opens. */
export function ExportButton({ path, query, name }: ExportButtonProps) {
  const save = useChange(
    async () => {
      const parameters = new URLSearchParams({
        ...(query as Record<string, string>),
        format: 'csv',
        excel: 'true',
        locale: navigator.language,
      });
      const response = await api.send('GET', `${path}?${parameters.toString()}`, { timeoutMs });
      saveFile(`${name}.csv`, await response.blob());
    },
    { changes: [] },
  );
  return (
    <>
      <Button pending={save.isPending} onClick={() => save.mutate(undefined)}>
        {text.common.export}
      </Button>
      <FormError message={save.message} />
    </>
  );
}
