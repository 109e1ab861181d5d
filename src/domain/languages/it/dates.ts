import { createTableParser } from '../../understanding/date-tables.ts';
import { italianNumbers } from './numbers.ts';
import { italianWords } from './words.ts';

/** Parses the dates and times of Italian. "Oggi a otto" is in a week. */
export const parseDateTime = createTableParser({
  words: italianWords,
  numbers: italianNumbers,
  weekdays: [
    'domenica|dom',
    'lunedì|lun',
    'martedì|mart|mar',
    'mercoledì|merc|mer',
    'giovedì|giov|gio',
    'venerdì|ven',
    'sabato|sab',
  ],
  months: [
    'gennaio|gen|genn',
    'febbraio|feb|febbr',
    'marzo',
    'aprile|apr',
    'maggio',
    'giugno|giu',
    'luglio|lug',
    'agosto|ago',
    'settembre|sett|set',
    'ottobre|ott',
    'novembre|nov',
    'dicembre|dic',
  ],
  counts: { 'un paio di': 2, qualche: 'few', alcuni: 'few', pochi: 'few', "un'oretta": 1 },
  articles: 'un una uno',
  prepare: (text) => text.replaceAll(/(?<!\p{L})domattina(?!\p{L})/giu, 'domani mattina'),
  nextYear: "dell'anno prossimo|del prossimo anno|dell'anno che viene|l'anno prossimo|prossimo anno",
  dateLeads: 'il al per',
  clockLeads: 'alle ore verso le dalle',
  dates: [
    '(il|al|per) (il) (giorno) {day} {month} (del) ({year})',
    '(il|al|per) (il) (giorno) {day} di {month} (del) ({year})',
    '(l) {day} {month} (del) ({year})',
    '(il) (giorno) {numerals}',
    '(il|giorno) il|giorno {day} (di) (questo) (mese)',
    'l {day}',
    'il {day} {monthnumber}',
  ],
  days: [
    ['(il|la) {nth} {weekday} di|del|a {month} (del) ({year})', { isNth: true }],
    ['oggi', {}],
    ['oggi stesso', {}],
    ['(la|alla) vigilia di natale', { date: [12, 24] }],
    ['(il|a) (giorno) (di) natale', { date: [12, 25] }],
    ['(a|il|per) (il) (giorno) (di) santo stefano', { date: [12, 26] }],
    ['(a|per) san silvestro', { date: [12, 31] }],
    ['(a|il|per) (il) capodanno', { date: [1, 1] }],
    ['domani', { days: 1 }],
    ['dopodomani', { days: 2 }],
    ['dopo domani', { days: 2 }],
    ['oggi a otto', { days: 7 }],
    ['domani a otto', { days: 8 }],
    ['oggi a quindici', { days: 14 }],
    ['fra|tra quindici|15 giorni', { days: 14, isOpen: true }],
    ['fra|tra otto|8 giorni', { days: 7, isOpen: true }],
    ['fra|tra|in {count} giorno|giorni', { perCount: 1 }],
    ['fra|tra|in {count} settimana|settimane', { perCount: 7 }],
    ['(di|il|per|a) {weekday}', {}],
    ['{weekday} (il) {date}', {}],
    ['{weekday} (il) {day}', {}],
    ['{weekday} a otto', { days: 7 }],
    ['{weekday} fra|tra {count} settimana|settimane', { perCount: 7 }],
    ['questo|questa {weekday}', { week: 'this' }],
    ['(il|la) prossimo|prossima {weekday}', { isVague: true }],
    ['(il|la) {weekday} prossimo|prossima', { isVague: true }],
    ['(il|la) {weekday} che viene', {}],
    ['{weekday} della prossima settimana', { week: 'next' }],
    ['{weekday} della settimana prossima', { week: 'next' }],
    ['{weekday} di|della questa settimana', { week: 'this' }],
    ['(la) settimana prossima (di) {weekday}', { week: 'next' }],
    ['(la) prossima settimana (di) {weekday}', { week: 'next' }],
    ['(la) settimana prossima', { week: 'next', weekday: 1 }],
    ['(la) prossima settimana', { week: 'next', weekday: 1 }],
    ['(all) inizio della prossima settimana', { week: 'next', weekday: 1 }],
    ['(all) inizio della settimana prossima', { week: 'next', weekday: 1 }],
    ['(all) inizio settimana prossima', { week: 'next', weekday: 1 }],
    ['(a) metà della prossima settimana', { week: 'next', weekday: 3 }],
    ['(a) metà della settimana prossima', { week: 'next', weekday: 3 }],
    ['(a) metà settimana prossima', { week: 'next', weekday: 3 }],
    ['(a|alla) fine della prossima settimana', { week: 'next', weekday: 5 }],
    ['(a|alla) fine della settimana prossima', { week: 'next', weekday: 5 }],
    ['(a|alla) fine della settimana', { week: 'this', weekday: 5 }],
    ['(nel|questo|il) fine settimana', { week: 'this', weekday: 6 }],
    ['(nel|questo|il) weekend', { week: 'this', weekday: 6 }],
    ['(nel|questo|il) week end', { week: 'this', weekday: 6 }],
    ['(il) prossimo fine settimana|weekend', { week: 'this', weekday: 6, isVague: true }],
  ],
  clocks: [
    ['(verso|per|alle|dalle|le) (le) (ore) {hour} in punto', {}],
    ['verso|per|alle|dalle|le|ore (le) (ore) {hour}', {}],
    ['(verso|per|alle|dalle|le|ore) (le) (ore) {hour} e {minute} (minuti)', {}],
    ['(verso|per|alle|dalle|le|ore) (le) (ore) {hour} {minute}', {}],
    ['(verso|per|alle|dalle|le|ore) (le) (ore) {hour} e mezza|mezzo|mezz', { plus: 30 }],
    ['(verso|per|alle|dalle|le|ore) (le) (ore) {hour} e un quarto', { plus: 15 }],
    ['(verso|per|alle|dalle|le|ore) (le) (ore) {hour} e tre quarti', { plus: 45 }],
    ['(verso|per|alle|dalle|le|ore) (le) (ore) {hour} meno un quarto', { plus: -15 }],
    ['(verso|per|alle|dalle|le|ore) (le) (ore) {hour} meno {minute}', { isBefore: true }],
    ['(verso|per|alle|dalle|le|ore) (le) (ore) {time}', {}],
    ['{hour} e {tens}', {}],
    ['all|l {hour}', {}],
    ['all|l {hour} e mezza|mezzo', { plus: 30 }],
    ['all|l {hour} e un quarto', { plus: 15 }],
    ['all|l {hour} e {minute}', {}],
    ['all|l {hour} meno un quarto', { plus: -15 }],
    ['all|l {hour} meno {minute}', { isBefore: true }],
    ['(a) (un) quarto alle|per {hour}', { plus: -15 }],
    ['{minute} (minuti) alle {hour}', { isBefore: true }],
    ['(a|verso) mezzogiorno', { hour: 12 }],
    ['(a|verso) mezzogiorno e mezza|mezzo', { hour: 12, plus: 30 }],
    ['(a|verso) mezzogiorno e un quarto', { hour: 12, plus: 15 }],
    ['(a|verso) mezzogiorno e {minute}', { hour: 12 }],
    ['(a|verso) mezzogiorno meno un quarto', { hour: 12, plus: -15 }],
    ['(a|verso) mezzanotte', { hour: 24 }],
    ['alle mezza', { hour: 12, plus: 30 }],
  ],
  dayParts: [
    ['(la|di|al|del|della|in) mattina|mattino|mattinata', 'morning', 9],
    ['nella|nel mattinata|mattina|mattino', 'morning', 9],
    ['stamattina|stamani|stamane', 'morning', 9, 0, true],
    ['questa mattina', 'morning', 9, 0, true],
    ['mattina presto', 'morning', 8],
    ['la mattina presto', 'morning', 8],
    ['di prima mattina', 'morning', 8],
    ['di mattina presto', 'morning', 8],
    ['in tarda mattinata', 'morning', 11],
    ['nella tarda mattinata', 'morning', 11],
    ['a metà mattina|mattinata', 'morning', 10, 30],
    ['in prima mattinata', 'morning', 8],
    ['(il|di|al|del|nel) pomeriggio', 'afternoon', 14],
    ['questo pomeriggio', 'afternoon', 14, 0, true],
    ['nel primo pomeriggio', 'afternoon', 13],
    ['primo pomeriggio', 'afternoon', 13],
    ['a metà pomeriggio', 'afternoon', 15],
    ['nel tardo pomeriggio', 'afternoon', 16],
    ['tardo pomeriggio', 'afternoon', 16],
    ['a fine giornata', 'afternoon', 17],
    ['(la|di|alla|della|in) sera|serata', 'evening', 18],
    ['stasera', 'evening', 18, 0, true],
    ['questa sera', 'evening', 18, 0, true],
    ['in prima serata', 'evening', 17, 30],
    ['(la|di|della) notte', 'night', 20],
    ['stanotte', 'night', 20, 0, true],
    ['dopo pranzo', 'afternoon', 14],
    ['dopo il pranzo', 'afternoon', 14],
    ['prima di pranzo', 'morning', 11],
    ['a pranzo', 'afternoon', 12],
    ['all ora di pranzo', 'afternoon', 12],
    ['in pausa pranzo', 'afternoon', 12],
    ['dopo il lavoro', 'evening', 17, 30],
    ['prima del lavoro', 'morning', 8],
    ['dopo cena', 'evening', 19, 30],
    ['dopo la scuola', 'afternoon', 16],
    ['per|come prima cosa', 'morning', 9],
  ],
  offsets: [
    ['fra|tra|in {count} ora|ore|oretta', 60],
    ['fra|tra|in {count} minuto|minuti|minutini', 1],
    ['fra|tra|in {count} ora|ore e mezza|mezzo', 60, 30],
    ['fra|tra|in {count} ora|ore e un quarto', 60, 15],
    ['fra|tra|in {count} ora|ore e {minute} minuti', 60],
    ["fra|tra|in mezz'ora", 30],
    ["fra|tra una mezz'ora", 30],
    ['fra|tra una mezzora', 30],
    ['fra|tra mezzora', 30],
    ["fra|tra un'ora", 60],
    ["fra|tra un'oretta", 60],
    ["fra|tra un'ora e mezza|mezzo", 90],
    ["fra|tra un quarto d'ora", 15],
    ["fra|tra tre quarti d'ora", 45],
    ['entro {count} ora|ore', 60],
  ],
  sameTime: ['(alla) stessa ora', 'a questa ora', "a quest'ora", 'allo stesso orario'],
  leadIns:
    'il lo la i le l un una alle alla all al a di del in nel per verso circa sì si ok va bene bene benissimo perfetto mi mi io vorrei preferirei ' +
    'preferisco è e sarebbe sia ci sentiamo vediamo può potrebbe posso possiamo facciamo fare meglio magari ore ora giorno forse diciamo più o meno ' +
    'allora chiami chiamami richiami richiamatemi appuntamento con che ne dice così andrebbe dopo',
  openWords:
    'prima dopo fino entro dal dalle da tardi massimo minimo quasi gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre ' +
    'dicembre natale capodanno pasqua ferragosto compleanno festivo mese anno mesi anni poco passate',
  alternatives: 'o oppure',
  preferences:
    /(?<!\p{L})(?:quindi|allora|perciò) (?:è )?(?:meglio|piuttosto|preferisco|preferirei)(?! non)(?!\p{L})/iu,
  corrections:
    'no|scusi|scusa|scusate|anzi|volevo dire|voglio dire|cioè|aspetti|aspetta|mi correggo|pardon|intendo',
  rejectsAtEnd: 'no',
  courtesies:
    /(?<!\p{L})(?:con (?:mio|mia|i miei) (?:figli[oa]?|moglie|marito|madre|padre)|(?:cordiali saluti|saluti)[,.!]?\s+\p{L}+(?: \p{L}+)?[.!]?\s*$|buon ?(?:giorno|pomeriggio)|buona ?(?:sera|giornata)|se (?:è possibile|possibile|può|puoi|potete|le va(?: bene)?|ti va(?: bene)?|per lei va bene|non le dispiace|non è un problema|si può)|perché no|nessun problema|non c['’]è problema|avevo pensato|pensavo|stavo pensando|più o meno|o giù di lì)(?!\p{L})/giu,
  clauseSeparators:
    /(?<!\p{L})(?:ma|bensì|meglio(?! non)|piuttosto|quindi|però|preferisco(?! non)|preferirei(?! non))(?!\p{L})|(?=(?<!\p{L})(?:perché(?! no(?!\p{L}))|siccome|dato che|visto che|poiché)(?!\p{L}))/iu,
  limits:
    'forse no|in poi|in avanti|il prima possibile|appena possibile|se|tranne|eccetto|a meno|ogni|tutti i|tutte le|qualsiasi|qualunque|dipende|a seconda|tra le|fra le|fino|quando|qualche giorno|un giorno|' +
    'uno di questi giorni|sempre|a volte|sia|salvo|purché|tutto tranne|basta che',
  limitPattern:
    /(?<!\p{L})(?:il|i|di) (?:lunedì|martedì|mercoledì|giovedì|venerdì|sabati) (?:mattina )?(?:sempre|di solito)|(?<!\p{L})i (?:lunedì|martedì|mercoledì|giovedì|venerdì)(?!\p{L})/iu,
  past: 'ieri altroieri scorso scorsa passato ultimo ultima ero stato era avevo andato fatto chiamato',
  rejections:
    'non mai occupato occupata impossibile male lavoro lavoro lavorando fuori ferie niente chiuso senza difficile impegnato impegnata complicato nessuno',
  rejectionRuns: 'un altro giorno|un altra volta|altro giorno|troppo tardi|troppo presto',
  obstacles:
    /\b(?:ho|abbiamo)(?! bisogno)(?: \w+){0,4} (?:appuntamento|visita|controllo|seduta)\b|\b(?:mio|l|il|nostro) appuntamento [eè](?= |$)|\blei puo(?! \w*chiam)|\bsono le\b|(?:^| )[eè] l una\b|\b(?:vi|le|la|ti) (?:dico|chiamo|richiamo|telefono|contatto)\b|\bchiamo io\b|\b(?:vedere|vediamo)$|\bsolo (?:la|di|il) (?:mattina|mattino|pomeriggio|sera)$/,
  negators: 'non|invece di|anziché|al posto di|e non|piuttosto che',
  prepositions: 'il la a alle di per per l in',
  verbs:
    'posso può ho sono va è vorrei voglio lavoro riesco io io ci mi si potrei martedì lunedì mercoledì giovedì venerdì sabato domenica domani oggi',
  questions: 'che giorno|quale|quando|chi|dove|perché|ha|avete|siete|è|c è|cosa|che ora',
  proposals: 'che ne dice|che ne dici|ha posto|avete posto|è possibile|ha disponibilità|c è posto',
  answerWords:
    'richiamata richiamato richiamaste provi invece ' +
    'vada dovrebbe ' +
    'bisogno ' +
    'sì si certo certamente ok okay va bene benissimo perfetto perfettamente ottimo ottima ottimamente eccellente ' +
    'fantastico magnifico meraviglioso ideale idealmente volentieri d accordo esatto esattamente giusto sicuro ' +
    'sicuramente assolutamente naturalmente ovviamente senz altro senza problemi problema nessun buono buona buon ' +
    'bella bello ciao salve pronto buongiorno buonasera grazie mille tante arrivederci arrivederla presto signora ' +
    'signor signore per favore cortesia piacere gentile gentilmente prego cordiali saluti mi me io lei le la ' +
    'lo li ti tu noi ci voi vi ne mia mio posso può puoi possiamo potrei potrebbe potremmo potreste possa potete ' +
    'andrebbe andare vado andiamo andrei vengo venire verrei viene verrò passo passare passerei riesco riuscirei ' +
    'riuscire farei fare facciamo faccia fa farebbe fai starebbe sta stare sto sono sarei sarò sarà sarebbe è essere ' +
    'sia ho avrei avrò avere abbia vorrei voglio volevo preferirei preferisco preferibile preferibilmente ' +
    'preferirebbe piacerebbe gradirei desidero desidererei scelgo sceglierei scegliere prendo prendere prendiamo ' +
    'prenderei mettere metta mettiamo metti segni segnare segna segnami prenotare prenoti prenota fissare fissiamo ' +
    'fissi fissa direi dico dire diciamo dice proporrei propongo conviene convenga converrebbe funziona funzionerebbe ' +
    'comodo comoda comodissimo quadra torna libero libera disponibile disponibilità tempo posto appuntamento ' +
    'ora ore orario giorno giorni giornata settimana minuti minuto momento chiami chiamare ' +
    'chiamarmi chiamatemi chiama chiamami chiamate chiamata richiamare richiamarmi richiamo richiamatemi richiami ' +
    'richiamami telefonare telefonatemi telefoni telefonami sentire sentirci sentiamo contattare contattarmi contatti ' +
    'contattatemi parlare parliamo riprovare riprovi riprovate provare credo penso suppongo immagino spero forse ' +
    'probabilmente magari eventualmente possibilmente possibile meglio migliore più molto abbastanza proprio davvero ' +
    'solo soltanto anche allora dunque quindi poi ecco beh bè eh ehm ah oh mah insomma vediamo vedere guardi guarda ' +
    'aspetti senta senti dai pure circa intorno attorno verso puntuale precise punto e ed che con di a da in su il i ' +
    'gli un una uno al alla alle dal del della questo questa quello quella prossimo prossima tutta tutto intera come ' +
    'così già ancora adesso primo prima novembre lì là qui nuovo ad l all dell nell',
  agreements: 'bene benissimo perfetto meglio preferisco preferirei ottimo',
  callWords: 'chiami chiamami chiamarmi richiami richiamami richiamarmi chiamatemi richiamatemi',
  reasons: 'perché|siccome|dato che|visto che|poiché|che sono libero|che sono libera',
});
