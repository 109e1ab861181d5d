import { api, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { FormError } from '../../components/states.tsx';
import { saveFile } from '../../save-file.ts';
import { text } from '../../text/index.ts';
import { personOf } from './erase-person.tsx';
import { useCan } from '../session/session.ts';

const timeoutMs = 60 * 60_000;

/** Saves what is stored about a person as a JSON file. */
export function ExportPerson({ address }: { readonly address: string }) {
  const canRead = useCan('recordings:read');
  const body = personOf(address);
  const save = useChange(
    async () => {
      const response = await api.send('POST', '/v1/api/person-exports', { body, timeoutMs });
      saveFile(`${address}.json`, await response.blob());
    },
    { changes: [] },
  );
  return (
    <>
      <Button
        pending={save.isPending}
        disabled={!canRead}
        title={canRead ? undefined : text.common.forbidden('recordings:read')}
        onClick={() => save.mutate(undefined)}
      >
        {text.people.download}
      </Button>
      <FormError message={save.message} />
    </>
  );
}
