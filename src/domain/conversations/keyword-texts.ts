import type { Keyword } from './keyword.ts';

/** The values in the text that answers a keyword. */
export interface KeywordTextValues {
  /** Name of the workspace. */
  readonly sender: string;
}

type Texts = Readonly<Record<Keyword, (values: KeywordTextValues) => string>>;

const english: Texts = {
  stop: ({ sender }) =>
    `${sender}: You are unsubscribed and will receive no more messages. Reply START to resubscribe.`,
  start: ({ sender }) => `${sender}: You will receive messages again. Reply STOP to unsubscribe.`,
  help: ({ sender }) => `These are messages of ${sender}. Reply STOP to unsubscribe.`,
};

const textsByLanguage: Readonly<Record<string, Texts>> = {
  en: english,
  es: {
    stop: ({ sender }) =>
      `${sender}: Se ha dado de baja y no recibirá más mensajes. Responda START para volver a recibirlos.`,
    start: ({ sender }) => `${sender}: Volverá a recibir mensajes. Responda STOP para darse de baja.`,
    help: ({ sender }) => `Estos son mensajes de ${sender}. Responda STOP para darse de baja.`,
  },
  fr: {
    stop: ({ sender }) =>
      `${sender} : vous êtes désabonné et ne recevrez plus de messages. Répondez START pour vous réabonner.`,
    start: ({ sender }) => `${sender} : vous recevrez de nouveau des messages. Répondez STOP pour arrêter.`,
    help: ({ sender }) => `Messages de ${sender}. Répondez STOP pour vous désabonner.`,
  },
  de: {
    stop: ({ sender }) =>
      `${sender}: Sie sind abgemeldet und erhalten keine Nachrichten mehr. Mit START melden Sie sich wieder an.`,
    start: ({ sender }) => `${sender}: Sie erhalten wieder Nachrichten. Mit STOP melden Sie sich ab.`,
    help: ({ sender }) => `Dies sind Nachrichten von ${sender}. Mit STOP melden Sie sich ab.`,
  },
  pt: {
    stop: ({ sender }) =>
      `${sender}: O seu registo foi cancelado e não receberá mais mensagens. Responda START para voltar a receber.`,
    start: ({ sender }) => `${sender}: Voltará a receber mensagens. Responda STOP para cancelar.`,
    help: ({ sender }) => `Estas são mensagens de ${sender}. Responda STOP para cancelar.`,
  },
  it: {
    stop: ({ sender }) =>
      `${sender}: La sua iscrizione è annullata e non riceverà altri messaggi. Risponda START per iscriversi di nuovo.`,
    start: ({ sender }) => `${sender}: Riceverà di nuovo i messaggi. Risponda STOP per annullare.`,
    help: ({ sender }) => `Questi sono messaggi di ${sender}. Risponda STOP per annullare.`,
  },
  nl: {
    stop: ({ sender }) =>
      `${sender}: U bent afgemeld en ontvangt geen berichten meer. Antwoord START om u weer aan te melden.`,
    start: ({ sender }) => `${sender}: U ontvangt weer berichten. Antwoord STOP om u af te melden.`,
    help: ({ sender }) => `Dit zijn berichten van ${sender}. Antwoord STOP om u af te melden.`,
  },
};

const maxSenderCharacters = 60;

/**
 * Returns the text that answers a keyword, in the language (BCP 47), or else in English. The words STOP and START are not translated: they
 * are keywords in every language.
 */
export function keywordText(keyword: Keyword, language: string, { sender }: KeywordTextValues): string {
  const texts = textsByLanguage[language.split('-', 1)[0]!.toLowerCase()] ?? english;
  return texts[keyword]({ sender: sender.trim().slice(0, maxSenderCharacters) });
}
