import type { Suppression } from '@parley/sdk/client';
import { Trash2 } from 'lucide-react';
import { api, queryClient } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';
import { useCan } from '../session/session.ts';

const words = text.suppressions;

/** Deletes an entry after a confirmation. */
export function RemoveSuppression({ entry: { id, address, channel } }: { readonly entry: Suppression }) {
  const canWrite = useCan('conversations:write');
  const remove = async () => {
    await api.deleteSuppression({ path: { suppressionId: id } });
    await queryClient.invalidateQueries({ queryKey: ['listSuppressions'] });
  };
  const shown = formatPhone(address);
  return (
    <Confirm
      trigger={(open) => (
        <Button
          isIcon
          variant="ghost"
          className="relative z-1"
          aria-label={words.removeOf(shown, words.channels[channel])}
          disabled={!canWrite}
          title={canWrite ? undefined : text.common.forbidden('conversations:write')}
          onClick={open}
        >
          <Trash2 aria-hidden size={16} strokeWidth={1.75} />
        </Button>
      )}
      title={words.removeTitle(shown)}
      description={words.removeDescription}
      action={words.remove}
      onConfirm={remove}
    />
  );
}
