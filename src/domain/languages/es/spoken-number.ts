import { createEuropeanNumberParser } from '../../understanding/european-numbers.ts';
import { spanishNumbers } from './numbers.ts';
import { spanishWords } from './words.ts';

/** Parses the number in a Spanish text. */
export const parseSpanishNumber = createEuropeanNumberParser(spanishWords, spanishNumbers, {
  rewrites: [
    [
      /^\P{L}*(?:(?:es|soy) )?(?:(?:s[oó]lo|solamente|[uú]nicamente|nada m[aá]s) yo|yo sol[oa]|yo nada m[aá]s)(?:,? (?:por favor|gracias))?\P{L}*$/gu,
      'uno',
    ],
    [
      /^\P{L}*(?:(?:s[oó]lo )?yo y mi (?:mujer|esposa|esposo|marido|novia|novio|pareja|hijo|hija|madre|padre)|mi (?:mujer|esposa|esposo|marido|novia|novio|pareja|hijo|hija|madre|padre) y yo)(?:,? (?:por favor|gracias))?\P{L}*$/gu,
      '2',
    ],
    [
      /(?<!\p{L})(?:en|dentro de|desde hace|hace) \S+ (?:segundos?|minutos?|horas?|d[ií]as?|semanas?|mes(?:es)?|años?)(?!\p{L})|(?<!\p{L})preguntas(?!\p{L})/gu,
      ' xxlimit ',
    ],
    [
      /no (?:viene|vienen|puede|pueden|va|van)(?!\p{L})|pero(?!\p{L})(?=.*(?<!\p{L})(?:no|ning[uú]n\p{L}*|sin|menos|falta|quiz[aá]s?)(?!\p{L}))|(?<!\p{L})cero (?:ganas|problemas?|inter[eé]s|idea|estr[eé]s|dramas?)/gu,
      ' xxlimit ',
    ],
    [/(\S+) (?:grados? )?bajo cero/g, 'menos $1'],
    [/si (?:no )?(?:le|les|te) (?:importa|molesta|parece bien|va bien)|si es posible/g, ' '],
    [/por ?cien(?:to)?(?!\p{L})/gu, ' '],
    [
      /(?<!\p{L})(?:m[aá]s o menos|o (?:algo )?as[ií]|o por ah[ií]|nada m[aá]s|no ?m[aá]s(?! (?:de|que)(?!\p{L}))|no hay problema|no pasa nada)(?!\p{L})/gu,
      ' ',
    ],
    [/(?:mil|un mill[oó]n de) (?:gracias|disculpas|perdones)/g, ' '],
    [/(?<=\d|\p{L}) (?:sobre|de) (?:diez|10|cinco|5|cien|100)(?!\p{L}|\d)/gu, ' '],
    [/^(?:pues )?si(?=\s*[,.])/g, ' sí '],
    [/(?<!\p{L})o (?:mejor dicho|mejor|no)(?!\p{L})/gu, ' xxcorrection '],
    // "No" before a comma replaces, else it negates. Without punctuation it may do either.
    [/(?<!\p{L})(?:no|nop|ay no|uy no)\s*[,.;:!…]+/gu, ' xxcorrection '],
    [/^(?!.*(?:[,.;:!]\P{L}*[\p{L}\d]|sino|correction))(.*)(?<!\p{L})no(?!\p{L})/gu, '$1 xxlimit '],
  ],
  corrections:
    'perdon|perdona|perdone|disculpa|disculpe|quiero decir|queria decir|quise decir|digo|mejor dicho|mejor|espera|espere|corrijo|me equivoque|me he equivocado|correccion|rectifico|sino|bueno no',
  limits:
    'si|y yo|yo y|y mi|pero quizas|depende|a menos que|salvo|al menos|por lo menos|como minimo|como maximo|como mucho|a lo sumo|maximo|minimo|max|min|más|mas|menos de|o menos|encima|debajo|hasta|desde|o|u|entre|casi|apenas|varios|varias|algunos|algunas|muchos|muchas|pocos|pocas|par|tantos|y pico|otro|otra|demasiados|ni|dame|deme|esperame|por|veces|tercio|tercios|menos cuarto|con un bebe|con bebe|habitacion numero|sala numero|puerta numero',
  idioms:
    'un momento|un segundo|un minuto|un momentito|un ratito|uno de|una de|uno u otro|cada uno|cada una|ninguno de|el uno|once upon',
  joiners: 'y e por más mas',
  negations: 'no ningun ninguna ninguno',
  articles: 'un uno una',
  counted:
    'persona personas adulto adulta adultos nino nina ninos bebe hijo hija hombre mujer perro gato plaza dia semana mes año ano hora noche euro peso dolar grado kilo metro habitacion pieza entrada boleto ejemplar botella invitado punto solo sola',
  plain:
    'es son somos soy seria serian hay tengo tenemos solo sola solamente unicamente exactamente total en aproximadamente sí para unico unica quiero quisiera necesito digamos diria nosotros yo pues nomas numero seremos vamos a ser el la',
  zeros: 'ninguno ninguna nadie nada ningun',
  minus: 'menos',
  decimalMarks: 'coma punto',
  values: [
    ['medio', 0.5],
    ['media', 0.5],
    ['la mitad', 0.5],
    ['un medio', 0.5],
    ['un cuarto', 0.25],
    ['tres cuartos', 0.75],
    ['una docena', 12],
    ['docena', 12],
    ['dos docenas', 24],
    ['media docena', 6],
  ],
  fractionsAfter: {
    'y medio': 0.5,
    'y media': 0.5,
    'y un medio': 0.5,
    'y cuarto': 0.25,
    'y un cuarto': 0.25,
    'y tres cuartos': 0.75,
  },
  scales: { k: 1000, mil: 1000, millon: 1e6, millones: 1e6 },
  timeWords:
    'enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre lunes martes miercoles jueves viernes sabado domingo mañana manana hoy ayer mediodia medianoche',
  clockBefore: 'las la el del dia a al desde',
  labels:
    'habitacion sala piso planta puerta pagina edificio linea autobus salida calle canal capitulo mesa apartamento anden cuarto extension',
  labelLinks: 'es seria tiene la el numero',
  clockAfter: 'h hs am pm hrs',
  otherMeanings: 'segundo segundos segunda',
});
