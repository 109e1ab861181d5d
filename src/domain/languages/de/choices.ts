import { createChoiceParser } from '../../understanding/choice-parser.ts';
import { germanNumbers } from './numbers.ts';
import { germanWords } from './words.ts';

/** Finds the choice in a German text. */
export const parseGermanChoice = createChoiceParser(germanWords, germanNumbers, {
  options: 'option optionen nummer nr variante moeglichkeit auswahl antwort punkt vorschlag',
  last: 'letzte letzter letztes letzten letztere',
  requests: /(?<!\p{L})(?:bitte)(?!\p{L})/giu,
  leadIns:
    'der die das den dem diese dieser dieses diesen ich nehme nehmen moechte will wuerde haette gern gerne lieber dann also ja ok es ist waere wir waehle sagen mal bitte bevorzuge am liebsten aeh genau',
  corrections:
    'nein|nee|ne|quatsch|sorry|entschuldigung|ich meine|ich meinte|besser gesagt|vielmehr|sondern|doch lieber|moment|falsch',
  negations:
    'nicht|kein|keine|keinen|keinem|keiner|keinesfalls|keineswegs|nie|niemals|niemand|nichts|weder|noch|bloss nicht|auf keinen fall|unter keinen umstaenden|vergiss|vergessen sie|hasse|hass|verabscheue|hasslich|haesslich|scheusslich|furchtbar|schrecklich|grauenhaft|doof|bloed|zu teuer|unmoeglich|von wegen|nie im leben|nur ueber meine leiche|ausgeschlossen|das letzte was|faellt aus|faellt flach|ungern|schlecht|schlechte idee|undenkbar|alles lieber als|nicht noetig|arbeite|beschaeftigt|zu kompliziert|zu frueh|zu spaet|zu weit|zu viel|verhindert',
  exceptions: 'ausser|ausgenommen|ohne|statt|anstatt|anstelle von|anstelle|bis auf',
  harmless:
    'kein problem|keine sorge|kein thema|nicht wahr|nichts anderes|nichts weiter|sonst nichts|weiter nichts|noch heute|noch mal|noch einmal|noch schnell|noch bitte|noch einen|noch ein|noch eine|nicht so schlimm|wenn moeglich|wenn es geht|wenn das geht|wenn ich bitten darf',
  reasons:
    'nicht kommen|nicht mehr kommen|nicht teilnehmen|nicht einhalten|nicht wahrnehmen|schaffe es nicht|schaffe das nicht|schaffen es nicht|schaff es nicht|nicht schaffen|keine zeit|nicht da|nicht hier|nicht gesund|nicht gut|nicht fit|kein auto|keine lust mehr|brauche ihn nicht mehr|brauche den termin nicht mehr|brauche keinen termin mehr|nicht mehr noetig|bitte noch|kann montag nicht|kann am montag nicht|kann da nicht|kann morgen nicht|kann leider nicht|ich kann doch nicht|weiss nicht mehr|nicht eher|nicht frueher|mir ist schlecht|mir geht es schlecht|geht mir schlecht',
  clauseStarts:
    'weil|denn|da ich|da wir|deshalb|deswegen|daher|darum|somit|und muss|und moechte|und wuerde|und will|aber',
  complements: 'dass zu',
  joiners: 'und oder bzw noch auch sowie',
  plain:
    'ich wir das den die der dies es will wollen moechte moechten mag moegen kann koennen geht gehen kommt kommen passt soll sollen darf nehme in frage gefaellt mir mich uns lieber doch auf fall bloss gar ueberhaupt wirklich eher auch aber jetzt heute noch so sicher bitte wuerde werde eigentlich leider ja schon ganz bestimmt mal dann umstaenden unter noetig moeglich natuerlich selbstverstaendlich',
  past: 'ich hatte|ich hatte das|ich hatte den|ich hatte die|hatte ich|hatten wir|wir hatten|war letztes mal|war es letztes mal',
  otherTimes:
    'letztes mal|letzte mal|letzten mal|beim letzten|vorher immer|frueher immer|frueher hatte|damals|sonst|es sei denn|nur wenn',
  questions:
    'wer|was kostet|was ist|was bedeutet|was heisst|was passiert|was waere|was wuerde|was haben|was macht|wie viel|wieviel|wie teuer|wie sieht|wie ist|wie geht|wie funktioniert|wie kann|wie lange|wie waere|warum|wieso|weshalb|welche|welcher|welches|wo|wann ist|wann kann|ist|sind|haben sie|habt ihr|hat|gibt es|kostet|bedeutet|heisst das|meinen sie|soll ich|sollte ich|muss ich|wenn|falls|geht|kann man|koennte man',
  persons:
    'tochter sohn mann frau mutter vater kind kinder freund freundin schwester bruder oma opa chef chefin kollege kollegin hund katze er',
  opinions: 'mag liebt bevorzugt findet sagt sagte gesagt meint meinte gemeint hasst gefaellt',
});
