import { createTableParser } from '../../understanding/date-tables.ts';
import { portugueseNumbers } from './numbers.ts';
import { portugueseWords } from './words.ts';

/** "Não" between marks corrects what was said before: "terça, não, quarta". Elsewhere it negates its clause. */
const correctingNo = /(^|[,.;:?!]\s*)n[ãa]o(?=\s*[,.;:!?]|\s*$)/giu;

const feiras = ['segunda', 'terça', 'quarta', 'quinta', 'sexta'];

/** Parses the dates and times of Portuguese: of Brazil ("quinze para as três") and of Portugal ("três menos um quarto"). */
export const parseDateTime = createTableParser({
  words: portugueseWords,
  numbers: portugueseNumbers,
  weekdays: [
    'domingo|dom',
    'segunda|segunda feira|segundafeira|seg',
    'terça|terça feira',
    'quarta|quarta feira|qua',
    'quinta|quinta feira|qui',
    'sexta|sexta feira|sex',
    'sábado|sáb',
  ],
  months: [
    'janeiro|jan',
    'fevereiro|fev',
    'março',
    'abril|abr',
    'maio',
    'junho|jun',
    'julho|jul',
    'agosto|ago',
    'setembro|set',
    'outubro|out',
    'novembro|nov',
    'dezembro|dez',
  ],
  counts: { 'um par de': 2, uns: 'few', umas: 'few', alguns: 'few', algumas: 'few' },
  articles: 'um uma',
  nextYear: 'ano que vem|próximo ano|ano próximo',
  dateLeads: 'dia no em',
  clockLeads: 'às as à lá pelas',
  dates: [
    '(no|em|para|o) (o) (dia) {daynumber} de {month} (de|do) ({year})',
    '(no|em|para|o) (o) (dia) {daynumber} {month} (de|do) ({year})',
    '(no|em|para) (o) (dia) {day} do {monthnumber}',
    '(no|em|para|o) (o) (dia) {numerals}',
    '(no|em|para|o) (o) dia {day} (deste) (mês)',
  ],
  days: [
    ['(na|no|a|o) {nth} {weekday} de|do|em {month} (de) ({year})', { isNth: true }],
    ['hoje', {}],
    ['hoje mesmo', {}],
    ['ainda hoje', {}],
    ['(na) véspera de natal', { date: [12, 24] }],
    ['(no) (dia) (de) natal', { date: [12, 25] }],
    ['(na) véspera de ano novo', { date: [12, 31] }],
    ['(no) (dia) (de) ano novo', { date: [1, 1] }],
    ['amanhã', { days: 1 }],
    ['depois de amanhã', { days: 2 }],
    ['daqui a quinze|15 dias', { days: 14, isOpen: true }],
    ['em|dentro de quinze|15 dias', { days: 14, isOpen: true }],
    ['daqui a oito|8 dias', { days: 7, isOpen: true }],
    ['daqui a|há {count} dia|dias', { perCount: 1 }],
    ['daqui {count} dia|dias', { perCount: 1 }],
    ['dentro de {count} dia|dias', { perCount: 1 }],
    ['em {count} dia|dias', { perCount: 1 }],
    ['daqui a {count} semana|semanas', { perCount: 7 }],
    ['daqui {count} semana|semanas', { perCount: 7 }],
    ['dentro de {count} semana|semanas', { perCount: 7 }],
    ['em {count} semana|semanas', { perCount: 7 }],
    ['de hoje a|em oito (dias)', { days: 7 }],
    ['(na|no|a|o|para) {weekday}', {}],
    ['(na|no) {weekday} (dia) {date}', {}],
    ['(na|no) {weekday} (dia) {day}', {}],
    ['esta|nesta|neste|este|essa|nessa|esse|nesse {weekday}', { week: 'this' }],
    ['(na|no|a|o) próxima|próximo {weekday}', { isVague: true }],
    ['(na|no|a|o) {weekday} próxima|próximo', { isVague: true }],
    ['(na|no|a|o) {weekday} que vem', { isVague: true }],
    ['(na|no) {weekday} da semana que vem', { week: 'next' }],
    ['(na|no) {weekday} da próxima semana', { week: 'next' }],
    ['(na|no) {weekday} da semana próxima', { week: 'next' }],
    ['(na|no) {weekday} desta|dessa semana', { week: 'this' }],
    ['(na) semana que vem (na|no) {weekday}', { week: 'next' }],
    ['(na|para) (a) próxima semana (na|no) {weekday}', { week: 'next' }],
    ['para a semana (na|no) {weekday}', { week: 'next' }],
    ['para a semana', { week: 'next', weekday: 1 }],
    ['(na) semana que vem', { week: 'next', weekday: 1 }],
    ['(na|para) (a) próxima semana', { week: 'next', weekday: 1 }],
    ['(no) início|começo da semana que vem', { week: 'next', weekday: 1 }],
    ['(no) início|começo da próxima semana', { week: 'next', weekday: 1 }],
    ['(no) meio da semana que vem', { week: 'next', weekday: 3 }],
    ['(no) meio da próxima semana', { week: 'next', weekday: 3 }],
    ['(no) fim|final da semana que vem', { week: 'next', weekday: 5 }],
    ['(no) fim|final da próxima semana', { week: 'next', weekday: 5 }],
    ['(no) fim|final da semana', { week: 'this', weekday: 5 }],
    ['(no|este|neste) fim|final de semana', { week: 'this', weekday: 6 }],
    ['(no|este|neste) fim de semana que vem', { week: 'this', weekday: 6, isVague: true }],
    ['(no) próximo fim|final de semana', { week: 'this', weekday: 6, isVague: true }],
  ],
  clocks: [
    ['(pelas|lá|para) (pelas|por) às|as|à|a|pelas|das {hour} (hora|horas|h)', {}],
    ['(lá) às|as|à|a|pelas|das {hour} em ponto', {}],
    ['(lá) às|as|à|a|pelas|das {hour} (hora|horas) (e) {minute} (minutos)', {}],
    ['(lá) às|as|à|a|pelas|das {hour} (hora|horas) e meia', { plus: 30 }],
    ['(lá) às|as|à|a|pelas|das {hour} (hora|horas) e um quarto', { plus: 15 }],
    ['(lá) às|as|à|a|pelas|das {hour} (hora|horas) menos um quarto', { plus: -15 }],
    ['(lá) às|as|à|a|pelas|das {hour} (hora|horas) menos {minute}', { isBefore: true }],
    ['(às|as|pelas) {time} (horas|h)', {}],
    ['{hour} hora|horas', {}],
    ['{hour} (hora|horas) e meia', { plus: 30 }],
    ['{hour} hora|horas e {minute}', {}],
    ['{hour} e {tens}', {}],
    ['{hour} e um quarto', { plus: 15 }],
    ['(às|as|aos) (um) quarto para a|as|às|à {hour} (horas)', { plus: -15 }],
    ['(às|as|aos) {minute} (minutos) para a|as|às|à {hour} (horas)', { isBefore: true }],
    ['{minute} para o meio dia', { hour: 12, isBefore: true }],
    ['(ao|o|à) meio dia', { hour: 12 }],
    ['(ao|o|à) meiodia', { hour: 12 }],
    ['(ao|o|à) meio dia e meia|meio', { hour: 12, plus: 30 }],
    ['(ao|o|à) meio dia e {tens}', { hour: 12 }],
    ['(ao|o|à) meio dia e um quarto', { hour: 12, plus: 15 }],
    ['(à|a) meia noite', { hour: 24 }],
  ],
  dayParts: [
    ['(da|de|pela|na) manhã', 'morning', 9],
    ['durante a manhã', 'morning', 9],
    ['hoje de manhã', 'morning', 9, 0, true],
    ['esta manhã', 'morning', 9, 0, true],
    ['de manhã cedo', 'morning', 8],
    ['manhã cedo', 'morning', 8],
    ['cedo', 'morning', 8],
    ['logo cedo', 'morning', 8],
    ['de manhãzinha', 'morning', 8],
    ['no início|começo da manhã', 'morning', 8],
    ['no meio da manhã', 'morning', 10, 30],
    ['a meio da manhã', 'morning', 10, 30],
    ['no fim|final da manhã', 'morning', 11],
    ['à primeira hora', 'morning', 9],
    ['na primeira hora', 'morning', 9],
    ['à|a|da|de|na|pela tarde', 'afternoon', 14],
    ['durante a tarde', 'afternoon', 14],
    ['esta tarde', 'afternoon', 14, 0, true],
    ['no início|começo da tarde', 'afternoon', 13],
    ['a meio da tarde', 'afternoon', 15],
    ['no meio da tarde', 'afternoon', 15],
    ['no fim|final da tarde', 'afternoon', 16],
    ['ao fim|final da tarde', 'afternoon', 16],
    ['no fim|final do dia', 'afternoon', 17],
    ['ao fim|final do dia', 'afternoon', 17],
    ['à|da|de|na|pela noite', 'evening', 18],
    ['esta noite', 'evening', 18, 0, true],
    ['da|de madrugada', 'night', 5],
    ['depois do|de almoço|almoçar', 'afternoon', 14],
    ['após o almoço', 'afternoon', 14],
    ['antes do|de almoço|almoçar', 'morning', 11],
    ['na hora do|de almoço', 'afternoon', 12],
    ['à hora do|de almoço', 'afternoon', 12],
    ['depois do|de trabalho|trabalhar|expediente', 'evening', 17, 30],
    ['antes do|de trabalho|trabalhar', 'morning', 8],
    ['depois do|de jantar|janta', 'evening', 19, 30],
    ['depois da escola|aula', 'afternoon', 16],
  ],
  offsets: [
    ['daqui a {count} hora|horas|horinhas|horinha', 60],
    ['daqui {count} hora|horas', 60],
    ['dentro de {count} hora|horas', 60],
    ['em {count} hora|horas', 60],
    ['daqui a {count} minuto|minutos|minutinhos', 1],
    ['daqui {count} minuto|minutos', 1],
    ['dentro de {count} minuto|minutos', 1],
    ['em {count} minuto|minutos', 1],
    ['daqui a {count} hora|horas e meia', 60, 30],
    ['daqui {count} hora|horas e meia', 60, 30],
    ['dentro de {count} hora|horas e meia', 60, 30],
    ['em {count} hora|horas e meia', 60, 30],
    ['em {count} hora|horas e {minute} minutos', 60],
    ['daqui a {count} hora|horas e {minute} minutos', 60],
    ['daqui (a) meia hora', 30],
    ['daqui (a) meia horinha', 30],
    ['dentro de meia hora', 30],
    ['em meia hora', 30],
    ['daqui (a) um quarto de hora', 15],
    ['dentro de um quarto de hora', 15],
    ['em um quarto de hora', 15],
    ['num quarto de hora', 15],
    ['daqui (a) três quartos de hora', 45],
  ],
  sameTime: ['à|na|a mesma hora', 'no mesmo horário', 'nesse mesmo horário'],
  leadIns:
    'o a os as na no em de da do para pra por às à lá pelas é que sim ok certo bom boa tá ta está esta pode podia poderia podemos ser seria eu quero ' +
    'queria gostaria prefiro melhor acho fica marcar marca me ligue liga ligar hora horas h dia talvez por volta mais menos tipo e então num ' +
    'então perfeito beleza claro serve dá um uma mim vou posso ter',
  openWords:
    'antes depois após até desde partir tarde cedo máximo mínimo quase janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro ' +
    'dezembro natal réveillon páscoa carnaval aniversário feriado mês ano meses anos pouco',
  alternatives: 'ou',
  preferences: /(?<!\p{L})(?:então|por isso|portanto) (?:é )?(?:melhor|prefiro|preferia)(?! não)(?!\p{L})/iu,
  corrections:
    'nopp|desculpe|desculpa|perdão|digo|quer dizer|quero dizer|ou melhor|aliás|espera|espere|corrigindo|opa|minto',
  rejectsAtEnd: 'nopp',
  prepare: (text) =>
    text
      .replaceAll(correctingNo, '$1nopp')
      .replaceAll(
        /(?<!\d)([2-6])\s?(?:[ªº]\.?(?:[\s-]?feira)?|a[\s-]feira)(?!\p{L})/giu,
        (_, day) => feiras[Number(day) - 2]!,
      )
      // "Ter" is also a verb.
      .replaceAll(/(?:(?<=^|,\s*)ter(?=,? (?:às )?\d)|(?<!\p{L})ter\.(?=\s))/giu, 'terça'),
  courtesies:
    /(?<!\p{L})(?:(?:o dia|a (?:manhã|tarde)) (?:tod[oa]|inteir[oa])|com (?:o |a )?(?:meu|minha) (?:filh[oa]|mulher|esposa|marido|mãe|pai)|(?:abraços?|atenciosamente)[,.!]?\s+\p{L}+(?: \p{L}+)?[.!]?\s*$|bo[ma] (?:dia|tarde|noite)|se (?:for possível|possível|puder(?:em)?(?: ser)?|der|for bom|não for incômodo|não se importar)|por que não|porque não|sem problemas?|não tem problema|mais ou menos|ou algo assim|tinha pensado(?: em)?|estava (?:pensando|a pensar)(?: em)?|se faz favor)(?!\p{L})/giu,
  clauseSeparators:
    /(?<!\p{L})(?:mas|e sim|melhor(?! não)|então|prefiro(?! não)|senão)(?!\p{L})|(?=(?<!\p{L})(?:porque(?! não)|pois|já que)(?!\p{L}))/iu,
  limits:
    'mais de|menos de|pelo menos|talvez não|em diante|o mais rápido possível|o quanto antes|se|caso|a não ser|exceto|menos a|menos o|menos na|menos no|fora a|cada|toda|todo|todas|todos|qualquer|depende|conforme|entre|até|nem|quando|' +
    'algum|alguma|um dia desses|qualquer dia|sempre|às vezes|seja|salvo|tirando',
  limitPattern:
    /(?<!\p{L})(?:às|as|aos|nas|nos) (?:segundas|terças|quartas|quintas|sextas|sábados|domingos)(?!\p{L})/iu,
  past: 'ontem anteontem passado passada último última fui era estive liguei fiz foi tinha estava',
  rejections:
    'não nunca jamais ocupado ocupada impossível mal trabalho trabalhando viajando férias nada fechado sem difícil complicado ruim indisponível',
  rejectionRuns: 'outro dia|outra hora|outra coisa|tarde demais|cedo demais|muito cedo|muito tarde',
  obstacles:
    /\b(?:tenho|temos)(?: \w+){0,3} (?:consulta|visita|exame|sessao|compromisso|reserva)\b|\b(?:minha|nossa|a) consulta (?:e|é|esta|sera)(?= |$)|\bvou voltar\b|\bver$|\b(?:eu|lhe|te|a) (?:ligo|aviso|digo|falo)\b|\bs[oó] (?:posso )?(?:de|[aà]|pela) (?:manh[aã]|tarde|noite)$|\bposso s[oó] de manh[aã]$|\btenho (?:que|de)\b/,
  negators: 'não|em vez de|em vez da|em vez do|ao invés de|e não|só não',
  prepositions: 'o a na no em para de às à',
  verbs:
    'eu amanhã hoje segunda terça quarta quinta sexta sábado domingo feira tarde noite manhã meia uma duas três quatro cinco seis sete oito nove dez onze doze que acho horas hora',
  questions: 'que dia|qual|quando|quem|onde|por que|tem|têm|você está|o senhor está|há|é|o que',
  proposals: 'que tal|o que acha|tem vaga|tem horário|tem como|é possível|há vaga',
  answerWords:
    'ligassem ligasse ' +
    'parece proponho ' +
    'preciso precisava precisaria ' +
    'sim claro certo certinho ok okay okey tá está bom boa bem ótimo ótima perfeito perfeita perfeitamente excelente ' +
    'maravilha maravilhoso beleza legal joia jóia bacana show combinado fechado fechou ideal idealmente com certeza ' +
    'certamente exato exatamente isso mesmo pode podia sem dúvida problema problemas tranquilo tranquila massa fixe ' +
    'porreiro olá oi alô dia tarde noite obrigado obrigada muito muita agradecido agradeço tchau adeus até logo ' +
    'senhor senhora moça moço por favor gentileza cumprimentos abraço abraços atenciosamente eu me mim a o os ' +
    'as lhe te você vocês nós gente nos se meu minha seu sua posso podemos poderia poderíamos podíamos possa podem ' +
    'consigo conseguiria conseguimos vou vai vamos ir iria irei venho vir viria vem passo passar passaria apareço ' +
    'aparecer dá daria dar dê dava seria será ser é estou estarei estaria estar esteja tô tou fico ficar fica ' +
    'ficaria ficava fique quero queria quereria gostaria gostava prefiro preferia preferiria preferência preferível ' +
    'preferencialmente escolho escolher escolheria marco marcar marca marque marquem marcamos marcaria agendar agende ' +
    'agendem agenda agendamos anote anota anotar põe põem ponha pôr coloque coloca colocar reserve reserva reservar ' +
    'bota botar combinar combinamos faço fazer faz faria fazemos faça digamos diria dizer diz convém convinha ' +
    'convenha conveniente serve serviria servia sirva funciona funcionaria encaixa calha calhava cai jeito livre ' +
    'disponível disponibilidade tempo vaga horário hora horas h consulta dias semana ' +
    'semanas minutos minutinhos momento ligar ligue liga ligam liguem ligação retornar retorne retorna retorno ' +
    'telefonar telefone telefona chamar chame contactar contacte contatar contate contato falar fale falamos falarmos ' +
    'tentar tente novo novamente voltar volte volta tenho teria terei ter tem acho creio penso imagino suponho espero ' +
    'talvez provavelmente possivelmente eventualmente possível melhor mais bastante só somente apenas também então ' +
    'pois aí daí né ué olha olhe veja ver vejamos espera deixa deixe opa ah oh eh hum hmm tipo assim lá aqui cá cerca ' +
    'aproximadamente pelas pelo pela ponto pontual pra para pro prá no na num numa em de do da dum às à ao aos e ou ' +
    'que quê como esse essa este esta isto aquele nesse nessa neste nesta dessa desta próximo próxima seguinte ' +
    'inteiro inteira agora já ainda primeira primeiro novembro feira mandar manda uma um acontecer',
  agreements: 'bom ótimo perfeito melhor prefiro preferia convém serve',
  callWords: 'ligue ligar liga retorne retornar telefone',
  reasons: 'porque|pois|já que|que eu tenho livre|visto que|uma vez que',
});
