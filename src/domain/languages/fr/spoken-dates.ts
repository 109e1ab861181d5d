import type { CallbackPhrases } from '../../understanding/callback-time.ts';
import { createDateTimeSpeech, twoDigits, withMorning } from '../../understanding/speak-date-time.ts';

/** Speaks the dates and times of French. Hours that may be in the morning or in the afternoon are unambiguous. */
export const frenchSpeech = createDateTimeSpeech({
  weekdays: ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
  months: [
    'janvier',
    'février',
    'mars',
    'avril',
    'mai',
    'juin',
    'juillet',
    'août',
    'septembre',
    'octobre',
    'novembre',
    'décembre',
  ],
  date: (weekday, day, month) => `${weekday} ${day === 1 ? '1er' : day} ${month}`,
  withYear: (date, year) => `${date} ${year}`,
  time: ({ hour, minute }) => spokenTime(hour, minute),
  dateAndTime: (date, time) => `${date} à ${time}`,
});

function spokenTime(hour: number, minute: number): string {
  if (hour === 12 && minute === 0) return 'midi';
  const time = minute === 0 ? `${hour} ${hour < 2 ? 'heure' : 'heures'}` : `${hour}h${twoDigits(minute)}`;
  return withMorning(time, hour, 'du matin');
}

export const frenchCallback: CallbackPhrases = {
  vague:
    "plus tard|une autre fois|un autre jour|un autre moment|à un autre moment|bientôt|tout à l'heure|quand vous voulez|quand vous pouvez|n'importe quand|pas maintenant|pas tout de suite|dans un moment|dans un petit moment|le mois prochain|un peu plus tard|tantôt",
  isPast: 'Cette heure est déjà passée.',
  isTooFar: (days) => `C'est dans plus de ${days} jours.`,
  isNotAllowed: 'Je ne peux pas vous appeler à cette heure-là.',
  confirmation: (time, isMoved) => `Je vous rappellerai ${isMoved ? 'plutôt ' : ''}le ${time}.`,
  question: (time, isMoved) => `Puis-je vous rappeler ${isMoved ? 'plutôt ' : ''}le ${time} ?`,
  offer: (time) => `Puis-je vous rappeler le ${time}, ou préférez-vous un autre moment ?`,
};
