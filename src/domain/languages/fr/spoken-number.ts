import { createEuropeanNumberParser } from '../../understanding/european-numbers.ts';
import { frenchNumbers } from './numbers.ts';
import { frenchWords } from './words.ts';

/** Parses the number in a French text. */
export const parseFrenchNumber = createEuropeanNumberParser(frenchWords, frenchNumbers, {
  rewrites: [
    [
      /^\P{L}*(?:(?:c'est|ce sera|il y a) )?(?:(?:juste|seulement|rien que|uniquement|que) moi|moi(?: tout)? seule?|(?:je suis |je viens )?tout(?:e)? seule?)(?:,? (?:s'il (?:vous|te) pla[iî]t|merci))?\P{L}*$/gu,
      'un',
    ],
    [
      /^\P{L}*(?:(?:juste )?moi et m(?:a|on) (?:femme|mari|copine|copain|conjointe?|compagne|compagnon|fils|fille|mère|père)|m(?:a|on) (?:femme|mari|copine|copain|conjointe?|compagne|compagnon|fils|fille|mère|père) et moi)(?:,? (?:s'il (?:vous|te) pla[iî]t|merci))?\P{L}*$/gu,
      '2',
    ],
    [
      /(?<!\p{L})(?:dans|d'ici|depuis|il y a) \S+ (?:secondes?|minutes?|heures?|jours?|semaines?|mois|ans?|années?)(?!\p{L})|(?<!\p{L})questions(?!\p{L})/gu,
      ' xxlimit ',
    ],
    [
      /ne (?:vient|viennent|peut|peuvent|sera|seront) pas|mais(?!\p{L})(?=.*(?<!\p{L})(?:pas|aucune?|sans|moins|manque|peut-[eê]tre)(?!\p{L}))|(?<!\p{L})z[eé]ro (?:probl[eè]mes?|soucis?|envie|id[eé]e|int[eé]r[eê]t|stress)/gu,
      ' xxlimit ',
    ],
    [/(\S+) (?:degrés? )?(?:au[- ]dessous de|en[- ]dessous de|sous) zéro/g, 'moins $1'],
    [/si (?:ça|cela) ne (?:vous|te) dérange pas|si (?:c'est )?possible/g, ' '],
    [/(?<!\p{L})qatre/gu, 'quatre'],
    [/quatre[- ]vints?(?!\p{L})/gu, 'quatre-vingt'],
    [/(?<!\p{L})une? \p{L}+ neu(?:f|ve)s?(?![ -]\p{L})|(?<!\p{L})il est (?=\S+ heures?)/gu, ' xxlimit '],
    [/pour[ -]?cents?(?!\p{L})/gu, ' '],
    [/ou (?:plut[oô]t|non)(?!\p{L})/gu, ' xxcorrection '],
    [/(?<!\p{L}|(?:y|en) )a (?=(?:\p{L}+[ -]){1,2}heures?|\d+ ?heures?)/gu, ' à '],
    [/plus ou moins|non plus|ou quelque chose comme [cç]a|[aà] peu pr[eè]s|ou dans ces eaux[- ]l[aà]/g, ' '],
    [/(?<=\d|\p{L}) sur (?:dix|10|cinq|5|vingt|20|cent|100)(?!\p{L}|\d)/gu, ' '],
    [/mille (?:mercis?|excuses|pardons)|merci mille fois|pas de (?:probl[eè]me|soucis?)/g, ' '],
  ],
  corrections:
    'non|nan|pardon|desole|desolee|excusez moi|excuse moi|je veux dire|je voulais dire|enfin|plutot|je me trompe|je me suis trompe|je me suis trompee|attendez|attends|correction|erreur|je corrige|mais|disons plutot',
  contrasts: 'mais',
  limits:
    'si|et moi|moi et|et mon|et ma|mais peut etre|s il|sauf|ca depend|au moins|au minimum|au maximum|au plus|minimum|maximum|max|min|plus|moins de|ou moins|inferieur|superieur|au dessus|en dessous|jusqu|jusque|ou|ou bien|soit|entre|presque|quasiment|pres de|a peine|quelques|plusieurs|beaucoup|peu|encore|de trop|trop de|meme pas|de un a|de une a|donnez moi|donne moi|des que|a partir|à partir|moins le quart|moins un quart|tiers|avec un bebe|fois|paire|chambre numero|salle numero|porte numero',
  idioms:
    'un moment|une seconde|une minute|un instant|un peu|l un|l une|l un ou l autre|quoi de neuf|tout neuf|toute neuve|flambant neuf|a neuf|un de|une de|encore un|encore une',
  joiners: 'et plus fois par',
  negations: 'pas aucun aucune',
  articles: 'un une',
  counted:
    'personne personnes adulte adultes enfant enfants bebe homme femme fille garcon fils chien chat place jour semaine mois an annee heure nuit euro pourcent degre kilo metre chambre piece billet exemplaire bouteille client invite point seul seule',
  plain:
    'c est ce sont il y a nous vous on je suis sommes ai avons seulement juste exactement total en tout environ oui pour seule seul uniquement prends prendrai veux voudrais faut besoin d donc dirais dire numero j la de ne que qu moi',
  zeros: 'aucun aucune personne rien',
  minus: 'moins',
  decimalMarks: 'virgule point',
  values: [
    ['un demi', 0.5],
    ['une demi', 0.5],
    ['une demie', 0.5],
    ['demi', 0.5],
    ['demie', 0.5],
    ['la moitie', 0.5],
    ['un quart', 0.25],
    ['trois quarts', 0.75],
    ['une douzaine', 12],
    ['douzaine', 12],
    ['deux douzaines', 24],
    ['une demi douzaine', 6],
    ['demi douzaine', 6],
  ],
  fractionsAfter: {
    'et demi': 0.5,
    'et demie': 0.5,
    'et un demi': 0.5,
    'et une demie': 0.5,
    'et quart': 0.25,
    'et un quart': 0.25,
    'trois quarts': 0.75,
    'et trois quarts': 0.75,
  },
  scales: {
    k: 1000,
    mille: 1000,
    million: 1e6,
    millions: 1e6,
    milliard: 1e9,
    milliards: 1e9,
  },
  timeWords:
    'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre lundi mardi mercredi jeudi vendredi samedi dimanche demain aujourdhui hier midi minuit',
  clockBefore: 'à le vers depuis du au des',
  labels:
    'chambre salle appartement etage quai porte page batiment ligne bus sortie rue chaine chapitre table voie guichet poste',
  labelLinks: 'est sera a c la le l numero',
  clockAfter: 'h ieme e eme er',
  otherMeanings: 'seconde second',
});
