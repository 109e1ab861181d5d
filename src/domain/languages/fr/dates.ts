import { createTableParser } from '../../understanding/date-tables.ts';
import { frenchNumbers } from './numbers.ts';
import { frenchWords } from './words.ts';

/** Parses the dates and times of French, also of Quebec ("avant-midi") and Belgium. */
export const parseDateTime = createTableParser({
  words: frenchWords,
  numbers: frenchNumbers,
  weekdays: [
    'dimanche|dim',
    'lundi|lun',
    'mardi|mar',
    'mercredi|mer|merc',
    'jeudi|jeu',
    'vendredi|ven|vend',
    'samedi|sam',
  ],
  months: [
    'janvier|janv',
    'février|fevr|fev',
    'mars',
    'avril|avr',
    'mai',
    'juin',
    'juillet|juil',
    'août',
    'septembre|sep',
    'octobre|oct',
    'novembre|nov',
    'décembre|dec',
  ],
  counts: {
    'une paire de': 2,
    quelques: 'few',
    'une quinzaine de': 15,
    'une dizaine de': 10,
    'une vingtaine de': 20,
  },
  articles: 'un une',
  // With a hyphen, it is the morning in Quebec.
  prepare: (text) => text.replaceAll(/(?:dans l['’]|en |l['’])?avant-midi/giu, "dans l'avant midi"),
  nextYear: "de l'année prochaine|l'année prochaine|de l'an prochain|l'an prochain",
  dateLeads: 'le au du',
  clockLeads: 'à a vers pour',
  dates: [
    '(le|au|du|pour) (le) {day} {month} ({year})',
    '(le|au) {day} er {month} ({year})',
    '(le|au|du|pour) (le) {numerals}',
    '(pour) le {day}',
    'le {day} du|de (ce) (mois)',
  ],
  days: [
    ['(le) {nth} {weekday} de|d|du|en {month} ({year})', { isNth: true }],
    ["aujourd'hui", {}],
    ["aujourd'hui même", {}],
    ['demain', { days: 1 }],
    ['(à) (la) veille de noël', { date: [12, 24] }],
    ['(à|le|au) (soir) réveillon de noël', { date: [12, 24] }],
    ['(à|le) (jour) (de) noël', { date: [12, 25] }],
    ['(le) lendemain de noël', { date: [12, 26] }],
    ['(à) (la) saint sylvestre', { date: [12, 31] }],
    ["(le) jour de l'an", { date: [1, 1] }],
    ["(le) premier de l'an", { date: [1, 1] }],
    ['après demain', { days: 2 }],
    ['surlendemain', { days: 2 }],
    ['dans huit jours', { days: 7 }],
    ['dans quinze jours', { days: 14 }],
    ['dans une quinzaine (de) (jours)', { days: 14, isOpen: true }],
    ["d'aujourd'hui en huit", { days: 7 }],
    ['dans {count} jour|jours', { perCount: 1 }],
    ['dans {count} semaine|semaines', { perCount: 7 }],
    ['demain en huit', { days: 8 }],
    ['(le|ce|pour) {weekday}', {}],
    ['ce {weekday}', { week: 'this' }],
    ['(le) {weekday} {date}', {}],
    ['(le) {weekday} (le) {day}', {}],
    ['{weekday} en huit', { days: 7 }],
    ['{weekday} en quinze', { days: 14 }],
    ['{weekday} dans {count} semaine|semaines', { perCount: 7 }],
    ['(le) {weekday} prochain', { isVague: true }],
    ['(le) prochain {weekday}', { isVague: true }],
    ['(le) {weekday} qui vient', {}],
    ['(le) {weekday} de la semaine prochaine', { week: 'next' }],
    ['(le) {weekday} la semaine prochaine', { week: 'next' }],
    ['(le) {weekday} de cette semaine', { week: 'this' }],
    ['cette semaine (le) {weekday}', { week: 'this' }],
    ['la semaine prochaine (le) {weekday}', { week: 'next' }],
    ['(la) semaine prochaine', { week: 'next', weekday: 1 }],
    ['(la) semaine qui vient', { week: 'next', weekday: 1 }],
    ["(la) semaine d'après", { week: 'next', weekday: 1, isOpen: true }],
    ['(en|au) début de (la) semaine prochaine', { week: 'next', weekday: 1 }],
    ['(en|au) milieu de (la) semaine prochaine', { week: 'next', weekday: 3 }],
    ['(en|à) (la) fin de (la) semaine prochaine', { week: 'next', weekday: 5 }],
    ['(en|au) milieu de (la) semaine', { week: 'this', weekday: 3 }],
    // In Quebec, the weekend.
    ['(en|la|à|cette) (la) fin de (la) semaine', { week: 'this', weekday: 5, isOpen: true }],
    ['(le|ce) week end', { week: 'this', weekday: 6 }],
    ['(le) weekend', { week: 'this', weekday: 6 }],
    ['ce weekend', { week: 'this', weekday: 6 }],
    ['(le) week end prochain', { week: 'this', weekday: 6, isVague: true }],
  ],
  clocks: [
    ['(à|vers|pour) {hour} heure|heures|h', {}],
    ['(à|vers|pour) {hour} heure|heures|h (et) {minute} (minutes)', {}],
    ['(à|vers|pour) {hour} heure|heures|h et demie|demi', { plus: 30 }],
    ['(à|vers|pour) {hour} heure|heures|h et quart', { plus: 15 }],
    ['(à|vers|pour) {hour} heure|heures|h un quart', { plus: 15 }],
    ['(à|vers|pour) {hour} heure|heures|h trois quarts', { plus: 45 }],
    ['(à|vers|pour) {hour} heure|heures|h moins le|un quart', { plus: -15 }],
    ['(à|vers|pour) {hour} heure|heures|h moins quart', { plus: -15 }],
    ['(à|vers|pour) {hour} heure|heures|h moins {minute}', { isBefore: true }],
    ['(à|vers|pour) {hour} heure|heures|h pile|précises', {}],
    ['(à|vers|pour) {time} (heures)', {}],
    ['(à|vers|pour) {time} {minute}', {}],
    ['{hour} et demie', { plus: 30 }],
    ['(à|vers|pour) midi', { hour: 12 }],
    ['(à|vers|pour) midi pile', { hour: 12 }],
    ['(à|vers|pour) midi (et) {tens}', { hour: 12 }],
    ['(à|vers|pour) midi et demi|demie', { hour: 12, plus: 30 }],
    ['(à|vers|pour) midi et quart', { hour: 12, plus: 15 }],
    ['(à|vers|pour) midi moins le quart', { hour: 12, plus: -15 }],
    ['(à|vers|pour) midi moins {minute}', { hour: 12, isBefore: true }],
    ['(à|vers) minuit', { hour: 24 }],
    ['(à|vers) minuit et demi|demie', { hour: 0, plus: 30 }],
  ],
  dayParts: [
    ['(le|au) matin', 'morning', 9],
    ['du matin', 'morning', 9],
    ['dans la matinée', 'morning', 9],
    ['en matinée', 'morning', 9],
    ['la matinée', 'morning', 9],
    ['ce matin', 'morning', 9, 0, true],
    ['tôt le matin', 'morning', 8],
    ['tôt dans la matinée', 'morning', 8],
    ['en début de matinée', 'morning', 8],
    ['en milieu de matinée', 'morning', 10, 30],
    ['en fin de matinée', 'morning', 11],
    ['fin de matinée', 'morning', 11],
    ['à la première heure', 'morning', 9],
    ['première heure', 'morning', 9],
    ["dans l'avant midi", 'morning', 9],
    ['en avant midi', 'morning', 9],
    ["l'avant midi", 'morning', 9],
    ["dans l'après midi", 'afternoon', 14],
    ["de l'après midi", 'afternoon', 14],
    ["l'après midi", 'afternoon', 14],
    ['après midi', 'afternoon', 14],
    ['cet aprem', 'afternoon', 14, 0, true],
    ["(l'|dans) (l') aprem", 'afternoon', 14],
    ['cet après midi', 'afternoon', 14, 0, true],
    ["en début d'après midi", 'afternoon', 13],
    ["en milieu d'après midi", 'afternoon', 15],
    ["en fin d'après midi", 'afternoon', 16],
    ["fin d'après midi", 'afternoon', 16],
    ['en fin de journée', 'afternoon', 17],
    ['fin de journée', 'afternoon', 17],
    ['(le|au|du) soir', 'evening', 18],
    ['en soirée', 'evening', 18],
    ['dans la soirée', 'evening', 18],
    ['en début de soirée', 'evening', 17, 30],
    ['ce soir', 'evening', 18, 0, true],
    ['la|de nuit', 'night', 20],
    ['cette nuit', 'night', 20, 0, true],
    ['après le travail|boulot', 'evening', 17, 30],
    ['avant le travail|boulot', 'morning', 8],
    ['après le (petit) déjeuner', 'afternoon', 14],
    ['après le repas', 'afternoon', 14],
    ['après manger', 'afternoon', 14],
    ['avant le déjeuner', 'morning', 11],
    ['après le dîner', 'evening', 19, 30],
    ["après l'école", 'afternoon', 16],
    ['sur le temps de midi', 'afternoon', 12],
    ['pendant la pause déjeuner', 'afternoon', 12],
    ["à l'heure du déjeuner", 'afternoon', 12],
  ],
  offsets: [
    ['dans {count} heure|heures|h', 60],
    ['dans {count} minute|minutes|min', 1],
    ['dans {count} petites minutes', 1],
    ['dans une petite heure', 60],
    ['dans {count} heure|heures et demie', 60, 30],
    ['dans {count} heure|heures et quart', 60, 15],
    ['dans {count} heure|heures (et) {minute} (minutes)', 60],
    ['dans une demi heure', 30],
    ['dans une demie heure', 30],
    ["dans un quart d'heure", 15],
    ["dans trois quarts d'heure", 45],
    ["dans trois quart d'heure", 45],
    ["d'ici {count} heure|heures", 60],
    ["d'ici une demi heure", 30],
    ["d'ici {count} minutes", 1],
  ],
  sameTime: ['(à) la même heure', 'à cette heure ci', 'même heure'],
  leadIns:
    'le la les l un une à a au aux en de du d pour vers ce c est ça ca serait sera oui ok bien parfait me moi je j voudrais veux peux peut on ' +
    'nous vous alors plutôt bon va irait convient et heure heures h disons environ peut être si possible préfère prefere aimerais rendez rdv ' +
    'prendre avoir ai y avec dans mieux volontiers donc là',
  openWords:
    'avant après dès depuis ici jusque jusqu partir tard tôt maximum minimum janvier février mars avril mai juin juillet août septembre octobre novembre ' +
    'décembre noël réveillon pâques anniversaire férié mois an ans entre presque passé passées',
  alternatives: 'ou',
  preferences:
    /(?<!\p{L})(?:donc|alors|du coup) (?:plutôt|mieux|je préfère|je préférerais)(?! pas)(?!\p{L})/iu,
  corrections:
    'non|pardon|je veux dire|enfin non|enfin|désolé|désolée|excusez moi|attendez|attends|ou plutôt|plutôt non|je voulais dire',
  rejectsAtEnd: 'non',
  courtesies:
    /(?<!\p{L})(?:avec (?:mon|ma|mes) (?:fils|fille|femme|mari|enfants?|mère|père)|(?:cordialement|bien à vous|merci d['’]avance)[,.!]?\s+\p{L}+(?: \p{L}+)?[.!]?\s*$|s(?:i c['’]est|i) possible|si (?:ça|cela) (?:vous (?:va|convient|arrange)|te va|ne vous dérange pas)|si vous (?:pouvez|voulez)|si vous êtes disponible|pourquoi pas|pas de (?:problème|souci)s?|pas tout de suite|aucun problème|plutôt bien|j['’]avais pensé|je pensais|peut[- ]être(?! pas)|plus ou moins|bonne (?:journée|soirée))(?!\p{L})/giu,
  clauseSeparators:
    /(?<!\p{L})(?:mais|plutôt(?! pas)|par contre|mieux|donc)(?!\p{L})|(?=(?<!\p{L})(?:parce que|puisque|car)(?!\p{L}))/iu,
  limits:
    'peut être pas|si|s il|sauf|à moins|excepté|hormis|chaque|tous les|toutes les|tout sauf|n importe|dépend|selon|suivant|quand|lorsque|entre|jusqu|jusque|ni|' +
    'un de ces jours|un jour|parfois|toujours|soit|en fonction|à part',
  limitPattern:
    /(?<!\p{L})les (?:lun|mar|mercre|jeu|vendre|same)dis(?!\p{L})|(?<!\p{L})le (?:lundi|mardi|mercredi|jeudi|vendredi) et le|(?<!\p{L})de (?:\d{1,2}h?|une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize)(?: ?h(?:eures?)?)? à/iu,
  past: 'hier avant-hier dernier dernière passé passée était étais avais avait allé venu',
  rejections:
    'pas jamais aucun occupé occupée impossible pris prise mal absent absente indisponible travaille vacances rien complet sans difficile plus',
  rejectionRuns: 'un autre jour|une autre fois|autre chose|trop tôt|trop tard|n est pas',
  obstacles:
    /\bai(?! besoin)(?: \w+){0,4} (?:rendez vous|rdv|visite|consultation|seance)\b|\b(?:mon|le|notre) (?:rendez vous|rdv) (?:est|c est|etait)\b|\bil (?!(?:est|serait) possible|(?:me )?faudrait)|\bqu est ce\b|\bvoyons$|\bregarder$|\betre juste\b|\bquoi\b|\bje (?:vous|te) (?:rappelle|rappellerai|appelle|appellerai|recontacte|contacte|dis|dirai|telephone)\b|\bvous (?:avez|aviez) dit\b|\b(?:que|seulement) (?:le matin|le soir|l apres midi)$/,
  negators: 'pas|au lieu du|au lieu de|plutôt que|et non|surtout pas|mais pas',
  prepositions: 'le la à a au pour de ce vers en',
  verbs:
    'peux peut pourrai suis est va convient marche possible serai veux travaille ai arrange dispo disponible lundi mardi mercredi jeudi vendredi samedi dimanche matin midi soir demain heures heure',
  questions:
    'quel|quelle|quand|qui|où|pourquoi|est ce que vous êtes|êtes vous|avez vous|y a t il|c est quand|quoi|que',
  proposals: 'quand même|avez vous de la place|avez vous une place|avez vous un créneau',
  answerWords:
    'devrait faudrait soit roule ' +
    'besoin ' +
    'oui ouais ok okay d accord bien très parfait parfaitement super génial excellent nickel impeccable idéal idéale ' +
    'idéalement volontiers avec plaisir entendu certainement certes sûr évidemment exactement tout toute à fait ' +
    'absolument formidable magnifique merveilleux chouette top bonjour bonsoir salut allô merci beaucoup au revoir ' +
    'bientôt bonne bon journée monsieur madame mademoiselle svp s il vous plaît plait te me m moi je j tu nous on ça ' +
    'cela ce c est cet cette ces celui y en l de du des le la les un une mon ma mes votre vos notre va vais irait ira ' +
    'aller allons t irai conviendrait convient conviendra arrange arrangerait arrangerais marche marcherait ' +
    'fonctionne fonctionnerait colle collerait passe passer passerai passerais viens vient viendrai viendrais venir ' +
    'venez peux peut pourrais pourrait pourrions pourriez pouvez pouvons pourrai pouvoir possible possibles ' +
    'possiblement disponible disponibles dispo dispos libre libres suis serai serais serait sera êtes ai aurais aurai ' +
    'avoir avons auriez avez veux voudrais voudrait aimerais aimerait souhaite souhaiterais souhaiterait désire ' +
    'préfère préférerais préférence préférable proposer propose proposerais disons dirais dire choisis choisir ' +
    'choisirais prends prendre prendrai prendrais prenons prenez mettez mettre mettons met mets notez noter note ' +
    'réservez réserver bloquez bloquer fixer fixons fixez caler calez inscrivez faire fais faisons ferais ferait ' +
    'donner donnez rendez rdv rv créneau place date jour jours semaine heure ' +
    'heures h moment temps minute minutes rappeler rappelez rappelle rappeliez appeler appelez appelle appeliez appel ' +
    'téléphoner téléphonez téléphone contacter contactez joindre joignez parler recontacter recontactez essayer ' +
    'essayez retéléphonez nouveau crois pense imagine suppose espère sûrement probablement être éventuellement ' +
    'normalement plutôt mieux meilleur meilleure plus assez vraiment vrai juste aussi alors donc puis ben bah euh ' +
    'hein voilà voyons regarde regarder attendez ah oh eh écoutez écoute bref effet là ici chez vers environ ' +
    'autour pile précise précises précisément pour par sur dans et que qu quoi comment même déjà encore entière ' +
    'entier matinée prochain prochaine qui novembre cordialement salutations bises quand première premier',
  agreements:
    'va irait convient conviendrait arrange arrangerait bien parfait super mieux préfère préférerais marche',
  callWords: 'rappelez rappeler rappelle appelez appeler rappeliez',
  reasons: 'parce que|car|puisque|comme je',
});
