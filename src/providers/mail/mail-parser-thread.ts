import { parentPort } from 'node:worker_threads';
import type { ParserReply, ParserRequest } from './mail-parser.ts';
import { parseMail } from './parse-mail.ts';
import { MailRejectedError } from './parsed-mail.ts';

const port = parentPort!;

async function parse(mail: ParserRequest): Promise<ParserReply> {
  try {
    return { mail: await parseMail(mail) };
  } catch (error) {
    // Only texts that are known to have no content of the mail leave this thread.
    return {
      refusal: error instanceof MailRejectedError ? error.message : 'The message cannot be parsed.',
    };
  }
}

port.on('message', (mail: ParserRequest) => void parse(mail).then((reply) => port.postMessage(reply, [])));
