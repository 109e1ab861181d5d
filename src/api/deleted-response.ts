import { z } from 'zod';

/** The response of every DELETE. */
export const DeletedResponse = z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id: 'Deleted' });
