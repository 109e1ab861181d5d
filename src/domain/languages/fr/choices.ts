import { createChoiceParser } from '../../understanding/choice-parser.ts';
import { frenchNumbers } from './numbers.ts';
import { frenchWords } from './words.ts';

/** Finds the choice in a French text. */
export const parseFrenchChoice = createChoiceParser(frenchWords, frenchNumbers, {
  options: 'option options numero no choix possibilite reponse proposition',
  last: 'dernier derniere',
  requests: /(?<!\p{L})(?:s'il (?:vous|te) pla[iî]t)(?!\p{L})/giu,
  leadIns:
    'le la l ce cette celui celle je prends prendre prendrai veux voudrais voudrai aimerais prefere preferais plutot alors donc oui ok c est ce serait sera nous on choisis dirais d j pour vais',
  corrections:
    'non|pardon|je veux dire|je voulais dire|enfin|ou plutot|je me trompe|attendez|attends|excusez moi|mais|finalement',
  negations:
    'pas|aucun|aucune|ni|jamais|surtout pas|plus jamais|hors de question|deteste|hais|horreur|oubliez|oublie|moche|horrible|affreux|affreuse|terrible|trop cher|trop chere|impossible|jamais de la vie|n importe quoi sauf|refuse de|refuse d|exclu|exclue|derniere chose|mauvaise idee|impensable|sous aucun pretexte|travaille|occupe|occupee|trop',
  exceptions:
    'sauf|excepte|hormis|sans|au lieu de|au lieu d|au lieu du|a part|plutot que|en dehors de|a l exception de|a l exception du',
  harmless:
    'pas de probleme|pas de souci|aucun probleme|sans probleme|sans doute|pas grave|rien d autre|n est ce pas|pas mal|sans faute|si possible|si c est possible|si vous voulez bien',
  reasons:
    'pas venir|pas y aller|pas etre la|ne serai pas|pas disponible|pas le temps|pas me deplacer|ne peux pas venir|ne pourrai pas venir|pas me liberer|n en ai plus besoin|pas besoin d autre|pas bien',
  clauseStarts:
    'parce que|parce qu|car|puisque|comme je|donc|alors|du coup|c est pourquoi|et je voudrais|et je veux|et je dois|et je souhaite',
  complements: 'que qu',
  joiners: 'et ou ni non plus',
  plain:
    'je j nous on ca cela c ce l le la les il elle ne n veux voulons peux pouvons aime aimons est va plait convient me m interesse du tout merci s vous maintenant encore surtout moi vraiment sur sure possible question de pour en vais prends souhaite desire voudrais aimerais certainement absolument evidemment bien en aucun cas possible necessaire',
  past: 'j avais|j avais le|j avais la|avais|j ai eu|j ai eu le|on avait|c etait',
  otherTimes: 'derniere fois|fois derniere|avant j|autrefois|sinon|a moins|sauf si|seulement si',
  questions:
    'qui|combien|quel|quelle|quels|quelles|pourquoi|comment|ou est|quand est|qu est|que coute|que veut|que signifie|c est quoi|c est combien|vous avez|avez vous|y a t il|il y a|est ce|coute|ca coute|faut il|dois je|si|peut on|on peut',
  persons:
    'fille fils mari femme mere pere maman papa enfant enfants ami amie soeur frere chef patron collegue copain copine chien chat',
  opinions: 'aime adore prefere deteste dit disait pense trouve plait',
});
