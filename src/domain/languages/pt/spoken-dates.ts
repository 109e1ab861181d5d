import type { CallbackPhrases } from '../../understanding/callback-time.ts';
import { createDateTimeSpeech, twoDigits, withMorning } from '../../understanding/speak-date-time.ts';

/** Speaks the dates and times of Portuguese. Hours that may be in the morning or in the afternoon are unambiguous. */
export const portugueseSpeech = createDateTimeSpeech({
  weekdays: [
    'domingo',
    'segunda-feira',
    'terça-feira',
    'quarta-feira',
    'quinta-feira',
    'sexta-feira',
    'sábado',
  ],
  months: [
    'janeiro',
    'fevereiro',
    'março',
    'abril',
    'maio',
    'junho',
    'julho',
    'agosto',
    'setembro',
    'outubro',
    'novembro',
    'dezembro',
  ],
  date: (weekday, day, month) => `${weekday}, ${day} de ${month}`,
  withYear: (date, year) => `${date} de ${year}`,
  time: ({ hour, minute }) => spokenTime(hour, minute),
  dateAndTime: (date, time) => `${date}, ${time}`,
});

function spokenTime(hour: number, minute: number): string {
  if (hour === 12 && minute === 0) return 'ao meio-dia';
  const time = minute === 0 ? `${hour}h` : `${hour}h${twoDigits(minute)}`;
  return withMorning(`${hour < 2 ? 'à' : 'às'} ${time}`, hour, 'da manhã');
}

export const portugueseCallback: CallbackPhrases = {
  vague:
    'mais tarde|depois|outra hora|outro dia|outro momento|em outro momento|noutra altura|outra vez|em breve|daqui a pouco|logo mais|quando quiser|quando puder|qualquer hora|qualquer dia|agora não|neste momento não|mês que vem|próximo mês',
  isPast: 'Esse horário já passou.',
  isTooFar: (days) => `Faltam mais de ${days} dias para essa data.`,
  isNotAllowed: 'Não posso ligar nesse horário.',
  confirmation: (time, isMoved) => `${isMoved ? 'Em vez disso, ligo' : 'Ligo'} de volta nesta data: ${time}.`,
  question: (time, isMoved) => `Posso ligar de volta nesta data${isMoved ? ' em vez disso' : ''}: ${time}?`,
  offer: (time) => `Posso ligar de volta nesta data: ${time}? Ou prefere outro horário?`,
};
