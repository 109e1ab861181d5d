import type { CallbackPhrases } from '../../understanding/callback-time.ts';
import { createDateTimeSpeech, twoDigits } from '../../understanding/speak-date-time.ts';

/** Speaks the dates and times of Spanish. Hours that may be in the morning or in the afternoon are unambiguous. */
export const spanishSpeech = createDateTimeSpeech({
  weekdays: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
  months: [
    'enero',
    'febrero',
    'marzo',
    'abril',
    'mayo',
    'junio',
    'julio',
    'agosto',
    'septiembre',
    'octubre',
    'noviembre',
    'diciembre',
  ],
  date: (weekday, day, month) => `${weekday} ${day} de ${month}`,
  withYear: (date, year) => `${date} de ${year}`,
  time: ({ hour, minute }) => spokenTime(hour, minute),
  dateAndTime: (date, time) => `${date} ${time}`,
});

/** The hour of a 12-hour clock with its part of the day. */
function spokenTime(hour: number, minute: number): string {
  if (hour === 0) return `a las 0:${twoDigits(minute)}`;
  const twelve = hour > 12 ? hour - 12 : hour;
  return `a ${twelve === 1 ? 'la' : 'las'} ${twelve}:${twoDigits(minute)} ${partOf(hour)}`;
}

function partOf(hour: number): string {
  if (hour < 6) return 'de la madrugada';
  if (hour < 12) return 'de la mañana';
  if (hour === 12) return 'del mediodía';
  return hour < 20 ? 'de la tarde' : 'de la noche';
}

export const spanishCallback: CallbackPhrases = {
  vague:
    'más tarde|luego|después|más adelante|otro día|otro momento|en otro momento|en otra ocasión|otra hora|otra vez|pronto|cuando quiera|cuando pueda|cualquier momento|cualquier día|ahora no|en este momento no|en un rato|en un ratito|dentro de un rato|al rato|el mes que viene|el próximo mes|ahorita no',
  isPast: 'Esa hora ya ha pasado.',
  isTooFar: (days) => `Faltan más de ${days} días para esa fecha.`,
  isNotAllowed: 'No puedo llamarle a esa hora.',
  confirmation: (time, isMoved) => `${isMoved ? 'En su lugar le' : 'Le'} llamaré el ${time}.`,
  question: (time, isMoved) => `¿Le llamo el ${time}${isMoved ? ' en su lugar' : ''}?`,
  offer: (time) => `¿Le llamo el ${time}, o le viene mejor otro momento?`,
};
