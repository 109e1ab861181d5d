import { createTableParser } from '../../understanding/date-tables.ts';
import { spanishNumbers } from './numbers.ts';
import { spanishWords } from './words.ts';

/** "No" between marks corrects what was said before: "el martes, no, el miércoles". Elsewhere it negates its clause. */
const correctingNo = /(^|[,.;:?!]\s*)no(?=\s*[,.;:!?]|\s*$)/giu;

/** Parses the dates and times of Spanish: of Spain ("menos cuarto") and of America ("cuarto para las tres"). */
export const parseDateTime = createTableParser({
  words: spanishWords,
  numbers: spanishNumbers,
  weekdays: [
    'domingo|dom',
    'lunes|lun',
    'martes|mar',
    'miércoles|mié|mier',
    'jueves|jue',
    'viernes|vie|vier',
    'sábado|sáb',
  ],
  months: [
    'enero|ene',
    'febrero|feb',
    'marzo',
    'abril|abr',
    'mayo',
    'junio|jun',
    'julio|jul',
    'agosto|ago',
    'septiembre|setiembre|sept|sep',
    'octubre|oct',
    'noviembre|nov',
    'diciembre|dic',
  ],
  counts: {
    'un par de': 2,
    unos: 'few',
    unas: 'few',
    algunos: 'few',
    'unos cuantos': 'few',
    'unos pocos': 'few',
  },
  articles: 'un una',
  nextYear: 'año que viene|año próximo|próximo año|año que entra',
  dateLeads: 'el dia del',
  clockLeads: 'las la',
  dates: [
    '(el|del|al) (día) {day} de|del {month} (de|del) ({year})',
    '(el|del|al) (día) {day} {month} (de|del) ({year})',
    '(el) (día) {day} del {monthnumber}',
    '(el) (día) {numerals}',
    'el (día) {day} (de) (este) (mes)',
    'día {day}',
  ],
  days: [
    ['(el) {nth} {weekday} de|del|en {month} (de|del) ({year})', { isNth: true }],
    ['hoy', {}],
    ['hoy mismo', {}],
    ['(en|la|por) (la) nochebuena', { date: [12, 24] }],
    ['(el) (día) (de) navidad', { date: [12, 25] }],
    ['(en|la|por) (la) nochevieja', { date: [12, 31] }],
    ['(el) (día) (de) año nuevo', { date: [1, 1] }],
    ['(el) día de (los) reyes', { date: [1, 6] }],
    ['mañana', { days: 1 }],
    ['mañana mismo', { days: 1 }],
    ['pasado mañana', { days: 2 }],
    ['pasado', { days: 2 }],
    ['dentro de quince días', { days: 14 }],
    ['en quince días', { days: 14 }],
    ['dentro de 15 días', { days: 14, isOpen: true }],
    ['en 15 días', { days: 14, isOpen: true }],
    ['dentro de ocho|8 días', { days: 7, isOpen: true }],
    ['en ocho|8 días', { days: 7, isOpen: true }],
    ['dentro de {count} día|días', { perCount: 1 }],
    ['en {count} día|días', { perCount: 1 }],
    ['de aquí a {count} días', { perCount: 1 }],
    ['de aquí a {count} semana|semanas', { perCount: 7 }],
    ['de hoy en ocho (días)', { days: 7 }],
    ['dentro de {count} semana|semanas', { perCount: 7 }],
    ['en {count} semana|semanas', { perCount: 7 }],
    ['de mañana en ocho (días)', { days: 8 }],
    ['(el|este) {weekday} en ocho (días)', { days: 7 }],
    ['(el|para|este) (el) {weekday}', {}],
    ['(el|este) {weekday} (día) {date}', {}],
    ['(el|este) {weekday} (día) {day}', {}],
    ['este {weekday}', { week: 'this' }],
    ['(el) próximo {weekday}', { isVague: true }],
    ['(el) {weekday} próximo', { isVague: true }],
    ['(el) {weekday} que viene', { isVague: true }],
    ['(el) {weekday} que entra', { isVague: true }],
    ['(el) {weekday} de|en la próxima semana', { week: 'next' }],
    ['(el) {weekday} de|en la semana próxima', { week: 'next' }],
    ['(el) {weekday} de|en la semana que viene|entra', { week: 'next' }],
    ['(el) {weekday} de|en la otra semana', { week: 'next' }],
    ['(el) {weekday} de esta semana', { week: 'this' }],
    ['esta semana (el) {weekday}', { week: 'this' }],
    ['la próxima semana (el) {weekday}', { week: 'next' }],
    ['la semana próxima (el) {weekday}', { week: 'next' }],
    ['la semana que viene|entra (el) {weekday}', { week: 'next' }],
    ['(la) próxima semana', { week: 'next', weekday: 1 }],
    ['(la) semana próxima', { week: 'next', weekday: 1 }],
    ['(la) semana que viene|entra', { week: 'next', weekday: 1 }],
    ['(a) principios|comienzos de la próxima semana', { week: 'next', weekday: 1 }],
    ['(a) principios|comienzos de la semana que viene', { week: 'next', weekday: 1 }],
    ['(a) mediados de la próxima semana', { week: 'next', weekday: 3 }],
    ['(a) mediados de la semana que viene', { week: 'next', weekday: 3 }],
    ['(a) finales|final|fines de la próxima semana', { week: 'next', weekday: 5 }],
    ['(a) finales|final|fines de la semana que viene', { week: 'next', weekday: 5 }],
    ['(a) finales|final|fines de (esta|la) semana', { week: 'this', weekday: 5 }],
    ['(el|este) fin de semana', { week: 'this', weekday: 6 }],
    ['(el) próximo fin de semana', { week: 'this', weekday: 6, isVague: true }],
    ['(el) fin de semana que viene', { week: 'this', weekday: 6, isVague: true }],
    ['(el) finde', { week: 'this', weekday: 6 }],
  ],
  clocks: [
    ['(a|sobre|hacia|para) la|las {hour} (horas|hs|h)', {}],
    ['(a|sobre|hacia|para) la|las {hour} en punto', {}],
    ['(a|sobre|hacia|para) la|las {hour} (horas) (y|con) {minute} (minutos)', {}],
    ['(a|sobre|hacia|para) la|las {hour} {minute}', {}],
    ['(a|sobre|hacia|para) la|las {hour} y media', { plus: 30 }],
    ['(a|sobre|hacia|para) la|las {hour} y (un) cuarto', { plus: 15 }],
    ['(a|sobre|hacia|para) la|las {hour} menos (un) cuarto', { plus: -15 }],
    ['(a|sobre|hacia|para) la|las {hour} menos {minute}', { isBefore: true }],
    ['(a|sobre|hacia|para) (la|las) {time} (horas|hs|h)', {}],
    ['(a|sobre|hacia|para) (la|las) {time} a m', { half: 'am' }],
    ['(a|sobre|hacia|para) (la|las) {time} p m', { half: 'pm' }],
    ['(a|sobre|hacia|para) la|las {hour} am', { half: 'am' }],
    ['(a|sobre|hacia|para) la|las {hour} pm', { half: 'pm' }],
    ['(a|sobre|hacia|para) la|las {hour} a m', { half: 'am' }],
    ['(a|sobre|hacia|para) la|las {hour} p m', { half: 'pm' }],
    ['(a|sobre|hacia|para) la|las {hour} y media a m', { plus: 30, half: 'am' }],
    ['(a|sobre|hacia|para) la|las {hour} y media p m', { plus: 30, half: 'pm' }],
    ['{hour} y media', { plus: 30 }],
    ['{hour} y (un) cuarto', { plus: 15 }],
    ['{hour} menos (un) cuarto', { plus: -15 }],
    ['{hour} horas|hs', {}],
    ['(a|faltando|faltan) (un) cuarto para la|las {hour}', { plus: -15 }],
    ['(a|faltando|faltan) {minute} (minutos) para la|las {hour}', { isBefore: true }],
    ['a mediodía', { hour: 12 }],
    ['(al) mediodía', { hour: 12 }],
    ['(a|la) medianoche', { hour: 24 }],
    ['(a) la media noche', { hour: 24 }],
    ['(a) las doce|12 de la mañana', { hour: 12 }],
    ['doce|12 de la mañana', { hour: 12 }],
    ['tipo (las) {hour}', {}],
  ],
  dayParts: [
    ['por|en|a|de|durante la mañana', 'morning', 9],
    ['esta mañana', 'morning', 9, 0, true],
    ['la mañana', 'morning', 9],
    ['a primera hora', 'morning', 9],
    ['a primera hora de la mañana', 'morning', 9],
    ['por la mañana temprano', 'morning', 8],
    ['temprano (en|por) (la) (mañana)', 'morning', 8],
    ['a primera hora de la tarde', 'afternoon', 13],
    ['a media mañana', 'morning', 10, 30],
    ['a última hora de la mañana', 'morning', 11],
    ['por|en|a|de|durante la tarde', 'afternoon', 14],
    ['esta tarde', 'afternoon', 14, 0, true],
    ['la tarde', 'afternoon', 14],
    ['a media tarde', 'afternoon', 15],
    ['a última hora', 'afternoon', 17],
    ['a última hora de la tarde', 'afternoon', 17],
    ['tarde noche', 'evening', 18],
    ['de la tarde noche', 'evening', 18],
    ['por|en|a|de|durante la noche', 'night', 20],
    ['esta noche', 'night', 20, 0, true],
    ['de|en|por la madrugada', 'night', 5],
    ['de madrugada', 'night', 5],
    ['del mediodía', 'afternoon', 12],
    ['después de comer|almorzar', 'afternoon', 14],
    ['después de|del (la) comida|almuerzo', 'afternoon', 14],
    ['antes de comer|almorzar', 'morning', 11],
    ['antes de|del (la) comida|almuerzo', 'morning', 11],
    ['después de trabajar', 'evening', 17, 30],
    ['después del trabajo', 'evening', 17, 30],
    ['al salir del trabajo', 'evening', 17, 30],
    ['antes del trabajo', 'morning', 8],
    ['después de cenar', 'evening', 19, 30],
    ['después de la cena', 'evening', 19, 30],
    ['después del colegio', 'afternoon', 16],
    ['al final del día', 'afternoon', 17],
  ],
  offsets: [
    ['dentro de {count} hora|horas', 60],
    ['en {count} hora|horas|horitas|horita', 60],
    ['dentro de {count} minuto|minutos|min|minutitos', 1],
    ['en {count} minuto|minutos|min|minutitos', 1],
    ['dentro de {count} hora|horas y media', 60, 30],
    ['en {count} hora|horas y media', 60, 30],
    ['dentro de {count} hora|horas y cuarto', 60, 15],
    ['en {count} hora|horas y cuarto', 60, 15],
    ['dentro de {count} hora|horas y {minute} minutos', 60],
    ['en {count} hora|horas y {minute} minutos', 60],
    ['dentro de media hora', 30],
    ['en media hora', 30],
    ['en media horita', 30],
    ['dentro de un cuarto de hora', 15],
    ['en un cuarto de hora', 15],
    ['en tres cuartos de hora', 45],
    ['dentro de tres cuartos de hora', 45],
  ],
  sameTime: ['(a) la misma hora', '(a) esta misma hora', 'a esta hora'],
  leadIns:
    'el la las los a al en de del para por sobre hacia como eso es que sí vale ok bien perfecto me va viene bueno puede podría podemos puedo ' +
    'quiero querría quisiera prefiero mejor sería seria ser está y pues entonces día hora horas hs tipo aproximadamente más menos o tal vez ' +
    'quizás quizá cita con llámame llame llámeme una un si puedes gustaría claro ya',
  openWords:
    'antes después pasadas pasada desde hasta partir tarde máximo mínimo casi pico poco enero febrero marzo abril mayo junio julio agosto septiembre octubre ' +
    'noviembre diciembre navidad navidades nochebuena reyes pascua cumpleaños festivo mes año años meses',
  alternatives: 'o u',
  preferences: /(?<!\p{L})(?:así que|por eso|entonces) (?:mejor|prefiero|preferiría)(?! no)(?!\p{L})/iu,
  corrections:
    'nop|perdón|perdone|digo|quiero decir|mejor dicho|quise decir|disculpe|disculpa|espera|espere|corrijo|más bien',
  rejectsAtEnd: 'nop',
  prepare: (text) =>
    text
      .replaceAll(/(?<!\p{L})([ap])\.\s?m\./giu, '$1 m')
      .replaceAll(correctingNo, '$1nop')
      .replaceAll(/(?<= y )1\/2/g, 'media')
      .replaceAll(/(?<=^\s*)s[ií](?=\s*[,.!])/giu, ''),
  courtesies:
    /(?<!\p{L})(?:con mis? (?:hij[oa]s?|mujer|esposa|marido|esposo|madre|padre)|(?:un saludo|saludos)[,.!]?\s+\p{L}+(?: \p{L}+)?[.!]?\s*$|buenos días|buen día|buenas (?:tardes|noches)|si (?:es posible|puede(?:s)?(?: ser)?|le(?: parece| viene bien| va bien)|te (?:parece|viene bien|va bien)|no le importa|no hay problema|se puede|fuera posible)(?: bien)?|por qué no|no hay problema|sin problema|más o menos|había pensado(?: en)?|estaba pensando(?: en)?|o así|o por ahí|cómo no)(?!\p{L})/giu,
  clauseSeparators:
    /(?<!\p{L})(?:pero|sino|mejor(?! no)|así que|prefiero(?! no))(?!\p{L})|(?=(?<!\p{L})(?:porque|ya que)(?!\p{L}))/iu,
  limits:
    'más de|menos de|al menos|por lo menos|quizás no|quizá no|tal vez no|en adelante|lo antes posible|si|a menos que|salvo|excepto|menos el|menos los|cada|todos los|todas las|cualquier|cualquiera|depende|según|entre|hasta|ni|cuando|algún|' +
    'alguna|un día de estos|de vez en cuando|siempre|a no ser|por si|sea|o bien',
  limitPattern:
    /(?<!\p{L})los (?:lunes|martes|miércoles|miercoles|jueves|viernes|sábados|domingos)(?!\p{L})/iu,
  past: 'ayer anteayer anoche pasado pasada último fue era estuve hice llamé hace estaba fui',
  rejections:
    'no nunca jamás tampoco ocupado ocupada imposible mal trabajo trabajando fuera vacaciones nada cerrado sin difícil complicado fatal',
  rejectionRuns: 'otro día|otra hora|otra cosa|demasiado tarde|demasiado pronto|muy pronto',
  obstacles:
    /\b(?:tengo|tenemos)(?: \w+){0,3} (?:cita|turno|visita|consulta|revision|sesion|reserva)\b|\b(?:mi|la|nuestra) (?:cita|consulta|visita) (?:es|esta|sera)\b|\b(?:le|te|les|os|lo|la) (?:digo|llamo|aviso|contacto)\b|\b(?:yo|ya) llamo\b|\bes la una\b|\bvolver\b(?! a (?:llamar|marcar))|\bver(?:emos)?$|\bel (?:puede|viene|podria|tiene|esta|va)\b(?! bien)|\bsolo (?:puedo )?(?:por|de) la (?:manana|tarde|noche)$|\bme voy\b|\btengo que\b/,
  negators: 'no|en vez del|en vez de|en lugar del|en lugar de|que no|antes que',
  prepositions: 'el la a al para en por este',
  verbs:
    'yo mañana hoy lunes martes miércoles jueves viernes sábado domingo tarde noche cinco cuatro tres dos una seis siete ocho nueve diez once doce cuarto media que creo',
  questions:
    'qué|que día|cuándo|cuando|cuál|quién|dónde|donde|por qué|tiene|tienen|están|hay|es|qué tal si no',
  proposals:
    'qué tal|qué le parece|qué te parece|tiene hueco|tienen hueco|tiene algo|tienen algo|hay hueco|es posible|puede ser',
  answerWords:
    'nuevo ' +
    'inténtelo inténtalo intente pruebe prueba ' +
    'ahí propongo ' +
    'necesito necesitaría quedo ' +
    'sí si claro vale ok okay okey bueno bien muy perfecto perfectamente genial estupendo estupendamente excelente ' +
    'fenomenal fantástico maravilla maravilloso fabuloso ideal dale listo órale sale sip exacto correcto seguro desde ' +
    'luego supuesto encantado encantada encantaría acuerdo hola oiga oye buenos buenas días tardes noches gracias ' +
    'muchas adiós hasta nos vemos señor señora señorita joven mi mí me te le les se lo la los las yo tú usted ustedes ' +
    'nosotros vendría vendrá viene vienen venga vengo ven iría ir voy vamos va vaya iré vendré puedo puedes puede ' +
    'pueden podemos podría podrías podríamos podrían pueda pudiera pudiese puedan queda quedar quedamos quedaría ' +
    'quede quedemos haría hacer hacemos haga hagamos hagámoslo pon ponga póngame pónganme ponme poner ponemos ' +
    'pongamos apúnteme apunta apúntame apuntar anóteme anota agendar agéndeme agenda agéndame ' +
    'resérveme reservar reserva convendría conviene convenga venir acomoda acomodaría acomode parece ' +
    'parecería sirve serviría sirva funciona funcionaría cuadra cuadraría encaja prefiero preferiría preferible ' +
    'preferiblemente preferentemente gusta gustaría querría quiero quisiera quería deseo dar daría da dé dame déme ' +
    'demos cita citas hora horas horario turno llámame llámeme llamarme llamar llame ' +
    'llamen llámenme llama llamada llamadita márqueme márcame marcar devolver devuelva volver vuelva vuelvan ' +
    'contactar contácteme comunicarse comuníquese telefonear hablar hablamos hablemos intentar intente estoy estaré ' +
    'estaría está estará estar estamos soy es sería será ser sea fuera tengo tendría tendré tener tiempo libre ' +
    'disponible disponibilidad hueco creo pienso diría digamos supongo espero tal vez quizás quizá probablemente ' +
    'posiblemente posible seguramente mejor más menos bastante todo toda día semana semanas rato ratito minutos ' +
    'mañana tarde temprano pronto punto puntual exactamente aproximadamente alrededor eso esto ese esta este entonces ' +
    'pues así también ya ahora solo sólo solamente mismo misma que qué cómo como con de del al a en por para sobre ' +
    'hacia y e el un una uno ver veamos pensar déjeme déjame mire mira fíjese oh ah eh mmm favor porfa porfavor ' +
    'porfis amable amables saludo saludos cordial cordiales abrazo próximo próxima siguiente entra noviembre sin ' +
    'problema ningún primera gustosa gusto perfecta buena buen',
  agreements: 'bien perfecto mejor conviene convendría prefiero preferiría viene genial',
  callWords: 'llámame llámeme llamarme llame llámenme llamar márqueme',
  reasons: 'porque|ya que|pues tengo|que tengo libre|es que',
});
