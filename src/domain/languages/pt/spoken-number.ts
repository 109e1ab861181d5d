import { createEuropeanNumberParser } from '../../understanding/european-numbers.ts';
import { portugueseNumbers } from './numbers.ts';
import { portugueseWords } from './words.ts';

/** Parses the number in a Portuguese text. */
export const parsePortugueseNumber = createEuropeanNumberParser(portugueseWords, portugueseNumbers, {
  rewrites: [
    [
      /^\P{L}*(?:(?:é|sou|vou) )?(?:(?:s[oó]|apenas|somente|unicamente) eu|eu (?:s[oó]|sozinh[oa]))(?: mesm[oa])?(?:,? (?:por favor|obrigad[oa]))?\P{L}*$/gu,
      'um',
    ],
    [
      /^\P{L}*(?:(?:s[oó] )?eu e (?:a |o )?(?:minha|meu) (?:mulher|esposa|marido|esposo|namorad[ao]|filh[oa]|m[aã]e|pai)|(?:a |o )?(?:minha|meu) (?:mulher|esposa|marido|esposo|namorad[ao]|filh[oa]|m[aã]e|pai) e eu)(?:,? (?:por favor|obrigad[oa]))?\P{L}*$/gu,
      '2',
    ],
    [
      /(?<!\p{L})(?:em|daqui a|dentro de|há|faz) \S+ (?:segundos?|minutos?|horas?|dias?|semanas?|m[eê]s(?:es)?|anos?)(?!\p{L})|(?<!\p{L})perguntas(?!\p{L})/gu,
      ' xxlimit ',
    ],
    [
      /n[aã]o (?:vem|vêm|pode|podem|vai|vão)(?!\p{L})|(?<!\p{L})mas(?!\p{L})(?=.*(?<!\p{L})(?:n[aã]o|nenhum\p{L}*|sem|menos|falta|talvez)(?!\p{L}))|(?<!\p{L})zero (?:vontade|problemas?|interesse|ideia|estresse|stress)/gu,
      ' xxlimit ',
    ],
    [/(\S+) (?:graus? )?(?:abaixo de zero|negativos?)/g, 'menos $1'],
    [/se n[aã]o se importar(?:em)?|se (?:for )?poss[ií]vel/g, ' '],
    [/por ?cento(?!\p{L})/gu, ' '],
    [/s[aã]o (?=\S+ horas)/gu, ' xxlimit '],
    [
      /(?<!\p{L})(?:mais ou menos|ou assim|ou por a[ií]|por a[ií]|ou algo assim|s[oó] isso|nada mais|mais nada|mais nenhum|sem problemas?|n[aã]o tem problema|n[aã]o faz mal)(?!\p{L})/gu,
      ' ',
    ],
    [/mil (?:obrigad[oa]s?|desculpas|perd[oõ]es)/g, ' '],
    [/(?<=\d|\p{L}) (?:em|de|num total de) (?:dez|10|cinco|5|cem|100)(?!\p{L}|\d)/gu, ' '],
    [/(?<!\p{L})ou (?:melhor|n[aã]o|antes)(?!\p{L})/gu, ' xxcorrection '],
    // "Não" before a comma replaces, else it negates. Without punctuation it may do either.
    [/(?<!\p{L})n[aã]o\s*[,.;:!…]+/gu, ' xxcorrection '],
    [
      /^(?!.*(?:[,.;:!]\P{L}*[\p{L}\d]|sen[aã]o|(?<!\p{L})mas(?!\p{L})|correction))(.*)(?<!\p{L})n[aã]o(?!\p{L})/gu,
      '$1 xxlimit ',
    ],
  ],
  corrections:
    'desculpa|desculpe|desculpem|perdao|quero dizer|queria dizer|quis dizer|digo|melhor dizendo|alias|espera|espere|corrijo|enganei me|me enganei|correcao|ou seja|mas sim|mas|peraí|perai|opa',
  contrasts: 'mas',
  limits:
    'se|e eu|eu e|e meu|e minha|e o meu|e a minha|mas talvez|um quarto|tres quartos|depende|a nao ser|salvo|pelo menos|ao menos|no minimo|no maximo|maximo|minimo|max|min|mais|menos de|ou menos|acima|abaixo|ate|desde|a partir|ou|entre|quase|mal|varios|varias|alguns|algumas|muitos|muitas|poucos|poucas|par|tantos|e tal|e poucos|outro|outra|demais|nem|me da|me dá|dá me|da me|tercos|terco|com um bebe|espera um|vezes|um casal|quarto numero|sala numero|porta numero',
  idioms:
    'um momento|um segundo|um minuto|um momentinho|um minutinho|um pouco|um de|uma de|um ou outro|cada um|cada uma|nenhum de|primeiro de',
  joiners: 'e mais vezes por',
  negations: 'nao nenhum nenhuma',
  articles: 'um uma',
  counted:
    'pessoa pessoas adulto adulta adultos crianca bebe filho filha homem mulher cachorro cao gato lugar dia semana mes ano hora noite euro real grau quilo metro quarto bilhete ingresso exemplar garrafa convidado ponto so',
  plain:
    'é e sao somos sou seria seriam tem tenho temos ha so somente apenas exatamente exatamente total no ao em cerca de sim para unico unica quero queria preciso digamos diria nos eu sozinho sozinha numero seremos vamos ser o a gente',
  zeros: 'nenhum nenhuma ninguem nada',
  minus: 'menos',
  decimalMarks: 'virgula ponto',
  values: [
    ['meio', 0.5],
    ['meia', 0.5],
    ['metade', 0.5],
    ['um meio', 0.5],
    ['uma duzia', 12],
    ['duzia', 12],
    ['duas duzias', 24],
    ['meia duzia', 6],
  ],
  fractionsAfter: {
    'e meio': 0.5,
    'e meia': 0.5,
  },
  scales: { k: 1000, mil: 1000, milhao: 1e6, milhoes: 1e6, bilhao: 1e9, bilhoes: 1e9 },
  timeWords:
    'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro segunda terca quarta quinta sexta sabado domingo amanha hoje ontem meianoite',
  clockBefore: 'às as à a dia o ao das desde',
  labels:
    'quarto sala apartamento andar plataforma porta pagina predio edificio linha onibus saida rua canal capitulo mesa balcao ramal',
  labelLinks: 'é e seria tem o a numero',
  clockAfter: 'h hs feira',
  otherMeanings: 'segundo segundos',
});
