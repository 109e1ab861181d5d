import { createChoiceParser } from '../../understanding/choice-parser.ts';
import { spanishNumbers } from './numbers.ts';
import { spanishWords } from './words.ts';

/** Finds the choice in a Spanish text. */
export const parseSpanishChoice = createChoiceParser(spanishWords, spanishNumbers, {
  options: 'opcion opciones numero alternativa eleccion respuesta propuesta',
  last: 'ultimo ultima',
  requests: /(?<!\p{L})(?:por favor)(?!\p{L})/giu,
  leadIns:
    'el la lo este esta ese esa yo tomo quiero quisiera querria me gustaria prefiero elijo escojo entonces si sí vale es seria que quedo con cojo va a ser nos por de digo pues mejor',
  corrections:
    'perdon|perdona|perdone|quiero decir|queria decir|digo|mejor dicho|o mejor|no ,|espera|espere|me equivoque|sino|corrijo',
  hasAmbiguousNegation: true,
  negations:
    'no|ningun|ninguna|ninguno|ni|nunca|jamas|tampoco|nada de|para nada|ni loco|ni loca|ni hablar|ni de broma|en absoluto|odio|detesto|aborrezco|olvide|olvidese de|feo|fea|horrible|terrible|demasiado caro|imposible|de ninguna manera|nada|descartado|descartada|excluido|lo ultimo que|mala idea|ni en suenos|impensable|algun caso|trabajo|trabajamos|ocupado|ocupada|demasiado|muy tarde|muy temprano|muy lejos|muy caro',
  exceptions: 'menos|excepto|salvo|sin|en vez de|en lugar de|quitando|aparte de|fuera de',
  harmless:
    'no hay problema|sin problema|ningun problema|sin duda|no pasa nada|nada mas|no importa|no se preocupe|no mas|menos mal|al menos|por lo menos|mas o menos|de nada|si es posible|si puede ser',
  reasons:
    'no puedo ir|no puedo asistir|no podre ir|no podre asistir|no voy a poder|no llego|no tengo tiempo|no estoy|no estare|no me encuentro bien|ya no la necesito|ya no lo necesito',
  clauseStarts:
    'porque|pues|ya que|asi que|por eso|por lo tanto|entonces|y quiero|y tengo que|y necesito|pero',
  complements: 'que',
  joiners: 'y e o u ni tampoco',
  plain:
    'yo nosotros eso esto lo la el me nos quiero queremos puedo podemos gusta gustan gustaria va vamos a es de por favor gracias ahora hoy todavia seguro segura si creo loco nada en absoluto ninguna manera tampoco quisiera querria mejor interesa conviene apetece claro desde luego ningun caso concepto bajo posible necesario hace falta',
  past: 'tenia|tenia el|tuve|tuve el|tuve la|yo tenia|teniamos|fue la ultima vez|antes era|antes tenia',
  otherTimes: 'ultima vez|la otra vez|vez pasada|antes siempre|de lo contrario|a menos que|solo si',
  questions:
    'quien|quienes|cuanto|cuanta|cuantos|cuantas|cual|cuales|como es|como funciona|como se|como puedo|por que|donde|cuando es|cuando puedo|que es|que cuesta|que significa|que pasa|que tal|que color|hay|tienen|tiene|tienes|esta|es mejor|cuesta|vale la pena|debo|si tengo|si yo|se puede|se podria',
  persons:
    'hija hijo marido esposo esposa mujer madre padre mama papa nino nina hijos amigo amiga hermana hermano jefe jefa companero novia novio perro gato ella',
  opinions: 'gusta gustan encanta prefiere odia dice dijo piensa ama',
});
