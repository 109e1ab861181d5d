import { clauseParser } from '../../understanding/yes-no-clauses.ts';
import { germanWords } from './words.ts';

/** Parses yes and no in German, with the forms of Austria and Switzerland. */
export const parseYesNo = clauseParser(germanWords, {
  subjects: 'ich wir',
  resuming: 'ich wir da dann',
  conclusions: 'also deshalb deswegen darum daher drum',
  spellings: {
    nein: 'noi',
    ich: 'i',
    nicht: 'ned net nid nöd nüd nit ni nciht',
    das: 'des dös dees',
    komm: 'kumm kimm kum chume chumm chum',
    bin: 'bi bün',
    gern: 'gärn',
    gut: 'guad guat guet',
    kommen: 'kemma kumma kumme cho',
    klar: 'kla klor',
    freilich: 'freili freilig',
    schon: 'scho',
    kann: 'cha chan ko kon',
    geht: 'goht gaht geit',
    und: 'un',
    auch: 'au ooch och',
    ist: 'is isch',
    zwei: '2',
    drei: '3',
    vier: '4',
    fünf: '5',
    sechs: '6',
    sieben: '7',
    acht: '8',
    neun: '9',
    zehn: '10',
    elf: '11',
    zwölf: '12',
  },
  hesitations: 'äh ähm ehm eh hm hmm öh öhm',
  alternatives: 'oder ob als',
  hasNegativeConcord: false,
  hasCapitalNames: false,
  echoes: [],
  hours: `nachmittags|am nachmittag|abends|am abend|mittags|um eins|eins uhr|halb eins|um zwei|zwei uhr|halb zwei|um drei|drei uhr|halb drei|um vier|vier uhr
      |halb vier|um fünf|fünf uhr|halb fünf|um sechs|sechs uhr|halb sechs|um sieben|sieben uhr|halb sieben|um acht|acht uhr|halb acht|um neun|neun uhr
      |halb neun|um zehn|zehn uhr|halb zehn|um elf|elf uhr|halb elf|um zwölf|zwölf uhr|halb zwölf`,
  hourUnit: 'uhr',
  mornings: '',
  weekdays: 'montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag',
  clauseStarts:
    'ja ich|nein ich|nein da|nein das|nee ich|nee da|ja das|ja da|ich kann|ich komme|ich komm|ich bin|ich habe|ich muss|ich werde|ich schaffe|ich freue|ich brauche|ich möchte|ich will|ich gehe|wir kommen|wir können|wir sind|da kann ich|da bin ich|da habe ich|da muss ich|da geht|das geht|das passt|das klappt|das schaffe',
  embedding:
    'glaube denke sage sagt gesagt sagte hoffe weiss meine finde dachte dass ob wenn falls weil als gefragt fragt meint denkt glaubt hofft schrieb behauptet',
  coming: 'kommen komme komm kann koennen schaffe schaffen wahrnehmen brauche geht da passt',
  separable: { verbs: 'sage sag sagen sagt', particle: 'ab' },
  phrases: {
    yes: `ja|j|jo|joa|jou|jaja|jap|jepp|jep|jup|jupp|jawohl|jawoll|jawohl ja|jawollja|jaha|jao|joh|ja doch|yes|yeah|yep|yup|oui|si|mhm|jein ja|oh ja|ah ja
      |aber sicher|aber klar|aber gerne|aber natürlich|aber selbstverständlich|ich sage ja|ich habe ja gesagt|aye|sischer|sischer dat|jau|jo mei|jou klar`,
    no: `nein|n|nee|ne|nö|nöö|nä|nay|naa|naja nein|no|nope|non|nah|nix da|aber nein|oh nein|neee|nei`,
    loneYes: 'doch',
    agreement: `auf keinen fall ein problem|auf gar keinen fall ein problem|auf keinen fall verpasse ich|auf gar keinen fall verpasse ich
      |verpasse ich auf keinen fall|verpasse ich auf gar keinen fall|kein problem|keinerlei problem|keine probleme|gar kein problem|überhaupt kein problem|ist kein problem|kein ding|kein thema|kein stress|warum nicht
      |wieso nicht|warum eigentlich nicht|wieso eigentlich nicht|weshalb nicht|nichts dagegen|spricht nichts dagegen|dagegen spricht nichts
      |habe nichts dagegen|habe ich nichts dagegen|dagegen habe ich nichts|nichts einzuwenden|keine einwände|kein einwand|keine frage|ohne frage|zweifellos
      |ohne zweifel|kein zweifel|ohne bedenken|sehr gerne|sehr gern|gerne|gern|liebend gern|liebend gerne|herzlich gern|herzlich gerne|mit vergnügen
      |mit freude|mit freuden|nur zu|nur her damit|abgemacht|einverstanden|bin dabei|ich bin dabei|bin ich dabei|da bin ich dabei|wir sind dabei|geht klar
      |geht in ordnung|geht in ordnung so|in ordnung|das geht klar|machen wir|machen wir so|mache ich|mach ich|mach mas|so machen wir es|so machen wir das
      |wird gemacht|wird erledigt|können wir machen|können wir gerne machen|kann man machen|das machen wir|das können wir machen|ich bestätige|bestätigt
      |bestätige ich|bestätige|hiermit bestätige ich|ich komme|komme ich|wir kommen|ich werde da sein|ich werde kommen|wir werden da sein|werde da sein
      |ich bin da|wir sind da|bin da|bin ich da|ich werde dort sein|werde kommen|ich freue mich|freue mich|wir freuen uns|freuen uns|das passt|passt mir
      |passt mir gut|passt uns|passt gut|passt perfekt|passt prima|passt schon|passt eh|passt wunderbar|passt bestens|passt super|würde passen
      |das würde passen|passt bei mir|passt für mich|passt so|das klappt|klappt bei mir|klappt gut|klappt|klappt wunderbar|das geht|geht gut|geht bei mir
      |das ginge|ginge|geht sich aus|das geht sich aus|das stimmt|stimmt|stimmt so|stimmt genau|so ist es|ist so|genau so|das haut hin|haut hin
      |das ist korrekt|ist korrekt|das ist richtig|ist richtig|das ist recht|ist mir recht|mir recht|ist gut|ist okay|ist ok|ist in ordnung|ist perfekt
      |isch guet|isch ok|isch guat|kann ich machen|kann ich|das kann ich|das schaffe ich|schaffe ich|das kriege ich hin|kriege ich hin|bekomme ich hin
      |das bekomme ich hin|ich kann kommen|ich kann|wir können kommen|wir können|ich will|will ich|möchte ich|ich möchte|ich möchte gerne|das möchte ich
      |das will ich|das hätte ich gerne|nehme ich|ich nehme ihn|ich nehme den termin|den termin nehme ich|ich nehme an den termin|bin ich|das bin ich
      |ich bin es|am apparat|am telefon|selbst am apparat|höchstpersönlich|die bin ich|der bin ich|ich stimme zu|stimme zu|stimme ich zu|dem stimme ich zu
      |ich akzeptiere|akzeptiert|akzeptiere ich|ich nehme an|nehme ich an|nehme ich gerne an|ich sage zu|sage zu|zugesagt|klingt gut|klingt super
      |klingt prima|klingt perfekt|klingt vernünftig|hört sich gut an|hört sich super an|hört sich prima an|soll mir recht sein|von mir aus|von mir aus gerne
      |meinetwegen gerne|unbedingt|jederzeit|na gut|daumen hoch|das wäre gut|wäre gut|wäre super|wäre toll|wäre schön|wäre mir recht|das wäre mir recht
      |wäre prima|wäre perfekt|wäre mir sehr recht|das wäre super|das wäre toll|das wäre schön|das wäre perfekt|das wäre prima|wäre nett|das wäre nett
      |das wäre lieb|wäre hilfreich|das wäre hilfreich|bis dann|bis morgen|bis später|bis dahin|wir sehen uns|bis bald|auf jeden|auf jeden fall gerne
      |da sage ich nicht nein|sage ich nicht nein|sag ich nicht nein|da sag ich nicht nein|wüsste nicht was dagegen spricht|tue ich|das tue ich
      |mache ich gerne|lass uns das machen|buchen sie|buchen sie das|tragen sie mich ein|tragen sie es ein|trag mich ein|machen sie das|machen sie es
      |tun sie das|passt mir sehr gut|verpasse ich nicht|lasse ich mir nicht entgehen|das lasse ich mir nicht entgehen|kann es kaum erwarten
      |besser geht es nicht|da sehe ich kein problem|sehe ich kein problem|macht mir nichts aus|das macht mir nichts aus|stört mich nicht
      |das stört mich nicht|nichts lieber als das|nicht vergessen|vergesse ich nicht|vergess ich nicht|vergess ich doch nicht|das vergess ich nicht
      |verpass ich nicht|den verpass ich nicht|den verpasse ich nicht|das lässt sich einrichten|lässt sich einrichten|lässt sich machen|das lässt sich machen
      |kriegen wir hin|das kriegen wir hin|bleibt dabei|es bleibt dabei|das bleibt dabei|bleibt so|das bleibt so|bleibt alles wie es ist|bleibt wie es ist
      |es bleibt bei montag|es bleibt bei|bleibt bei montag|freu mich|freue mich drauf|freu mich drauf|freu ich mich|freue ich mich|freu mich schon
      |freue mich schon|bin am start|mit sicherheit|aber sicher doch|gar kein thema|sollte kein problem sein|sollte kein problem|dürfte kein problem sein
      |wird kein problem sein|wäre kein problem|muss nicht absagen|ich muss nicht absagen|muss nicht abgesagt werden|wüsste nicht was dagegen spräche
      |ich wüsste nicht was dagegen spricht|ich wüsste nicht was dagegen spräche|ich wüsste nicht warum nicht|wüsste nicht warum nicht
      |nichts leichter als das|nichts dagegen einzuwenden|hält mich nichts ab|vollkommen richtig|völlig richtig|genau richtig|ganz recht|so stimmt es
      |stimmt alles|alles korrekt|alles richtig|stimmt haargenau|erzählen sie|erzählen sie mal|schießen sie los|schieß los|lassen sie hören
      |klingt interessant|hört sich interessant an|klingt spannend|hört sich spannend an|interessiert mich|interessiert mich sehr|das interessiert mich
      |interessiert mich schon|würde mich interessieren|das würde mich interessieren|bin interessiert|ich bin interessiert|da bin ich interessiert
      |bin ich interessiert|habe interesse|ich habe interesse|ich hätte interesse|hätte interesse|hätte schon interesse|schicken sie mir infos
      |schicken sie mir das|schicken sie es mir|schicken sie mir mehr infos|immer her damit|steht fest|geht alles klar|das geht sich schon aus
      |geht sich gut aus|kann man so machen|machen wir das|dann machen wir das so|dann machen wir das|so ist das|so kann man das sagen|jo passt|machma
      |pack ich|das pack ich|das packe ich|krieg ich hin|das krieg ich hin|bekomm ich hin|schaff ich|das schaff ich|kann ich einrichten
      |das kann ich einrichten|liegt auf dem weg|gebongt|geritzt|ist gebongt|ist geritzt|alles klärchen|da habe ich zeit|da habe ich frei|da habe ich urlaub
      |da habe ich nichts vor|nichts vor|ich habe zeit|habe ich zeit|krieg ich schon hin|das krieg ich schon hin|kriege ich schon hin|schaffe ich locker
      |das schaffe ich locker|rechnen sie mit mir|können mit mir rechnen|sie können mit mir rechnen|sie können fest mit mir rechnen|können auf mich zählen
      |sie können auf mich zählen|rufen sie mich an|warum denn nicht|wieso denn nicht|basst|basst scho|weg damit|muss nicht arbeiten|muss ich nicht arbeiten
      |da muss ich nicht arbeiten|ich muss nicht arbeiten|wird klappen|das wird klappen|geht schon klar|ich sehe kein problem|steht nichts im weg
      |steht nichts im wege|dem steht nichts im wege|kommt mir gelegen|das kommt mir gelegen|trifft sich gut|das trifft sich gut|ist gebucht|ist eingetragen
      |ist notiert|ist machbar|das ist machbar|ist fix|kannst du drauf wetten|darauf können sie sich verlassen|verlassen sie sich drauf
      |lass ich mir nicht entgehen|das lass ich mir nicht entgehen|würde mich freuen|da würde ich mich freuen|auf mich können sie zählen
      |mit mir können sie rechnen|ich halte den termin ein|den termin halte ich ein
      |warum sollte ich nicht|warum sollte ich nicht kommen|wieso sollte ich nicht|wieso sollte ich nicht kommen|nichts geändert
      |es hat sich nichts geändert|hat sich nichts geändert|passt mir sogar besser|passt mir besser|passt sogar besser|lass ich mir das nicht entgehen
      |da lass ich mir das nicht entgehen|lasse ich mir das nicht entgehen|sag ja|affirmativ|positiv|man sieht sich|bin gespannt|bin schon gespannt
      |sonst hätte ich abgesagt|sonst hätte ich doch abgesagt|sonst hätte ich längst abgesagt|sonst hätte ich doch längst abgesagt
      |sonst hätte ich schon abgesagt|sonst hätte ich mich gemeldet|sonst hätte ich mich schon gemeldet|steht im kalender|steht schon im kalender
      |steht in meinem kalender|steht schon in meinem kalender|habe ich im kalender|habe ich im kalender stehen|das habe ich im kalender stehen
      |habe ich mir eingetragen|habe ich schon eingetragen`,
    emphasis: `natürlich|selbstverständlich|klar|klaro|logo|logisch|sicher|sicherlich|gewiss|gewiß|freilich|definitiv|absolut|auf jeden fall|jedenfalls
      |auf alle fälle|eh klar|na klar|na sicher|na logo|na freilich|allerdings ja|hundert prozent|hundertprozentig|100 percent|100 prozent|genau|exakt
      |ganz genau|ganz sicher|ganz bestimmt|bestimmt|sowieso|total|voll|und ob|sehr wohl|klar doch|klarerweise|immer|gerne doch|alles klar|durchaus|fix
      |ganz klar|eindeutig|aber hallo|of course|sure|sicher doch|tatsächlich|wirklich
      |allemal`,
    weak: `ok|oki|okey|oke|okidoki|okii|k|gut|super|prima|perfekt|toll|klasse|wunderbar|hervorragend|ausgezeichnet|bestens|spitze|top|cool|fein|schön|passt|roger
      |richtig|korrekt|wahr|recht|geil|leiwand|tipptopp|tip top|in ordnung so|optimal|ideal|great|sehr gut|sehr schön|bene|schon gut|guet|gärn|interessant
      |spannend|sauber|nice|mega|einwandfrei|wunderschön|supi|tiptop|passd|bassd|gebongt|roger that|alles gut angekommen`,
    support: `geht|passen|passe|klappen|gehen|kommen|komme|kommt|dabei|möglich|machbar|angenehm|frei|verfügbar|interessiert|bereit|zeit|interesse|richtiger
      |zutreffend|trifft zu|funktioniert|funktionieren|schaffen|schaffe|schaffen wir|teilnehmen|nehme teil|teil|anwesend|zufrieden|akzeptabel|günstig
      |hinkommen|klappt es|geht es|recht so|lust|lust darauf|dafür|hin|sein|da sein|erscheinen|erscheine|goht|gaht|geit|funzt`,
    refusal: `auf keinen fall|auf gar keinen fall|in keinem fall|keinesfalls|keineswegs|unter keinen umständen|niemals|nie im leben|nie und nimmer|nie wieder
      |keine chance|keine zeit|gar keine zeit|leider keine zeit|keine lust|keinen bock|null bock|kein bock|kein interesse|keinerlei interesse
      |gar kein interesse|keine interesse|kein bedarf|keinen bedarf|keinerlei bedarf|keine möglichkeit|zeit habe ich keine|keine zeit dafür|vergiss es
      |vergessen sie es|kommt nicht in frage|kommt gar nicht in frage|kommt nicht infrage|kommt für mich nicht in frage|steht nicht zur debatte|stimmt nicht
      |das wird nichts|wird nichts|daraus wird nichts|wird leider nichts|mit nichten|mitnichten|von wegen|nichts da|nein danke|danke nein|bloß nicht
      |nur das nicht|lieber nicht|besser nicht|eher nicht|wohl nicht|wohl eher nicht|das passt mir schlecht|das passt schlecht|das passt mir eher schlecht
      |das passt mir ganz schlecht|passt mir schlecht|passt mir eher schlecht|passt mir ganz schlecht|wohl kaum|eher weniger|ganz schlecht|passt schlecht
      |geht schlecht|da geht es schlecht|sieht schlecht aus|leider verhindert|bin verhindert|ich passe leider|ich lehne ab|lehne ab|lehne ich ab|abgelehnt
      |muss passen|ich muss passen|muss ich passen|muss leider passen|bin raus|ich bin raus|da bin ich raus|ohne mich|danke für nichts|ich bezweifle es
      |bezweifle ich|das bezweifle ich|ich bezweifle das|nicht wirklich|daumen runter|ich bin dagegen|nichts für mich|das ist nichts für mich
      |ist nichts für mich|schaffe es nicht|auch nicht|never|not|gar nix|kommt nicht infrage für mich|sicher nicht|ganz sicher nicht|bestimmt nicht
      |ganz bestimmt nicht|definitiv nicht|absolut nicht|natürlich nicht|selbstverständlich nicht|nicht mit mir|nicht in diesem leben|nicht mehr
      |nicht im geringsten|nicht die bohne|geht nicht|geht gar nicht|falsche nummer|falsch verbunden|verwählt|kann ich beim besten willen nicht
      |beim besten willen nicht|nichts zu machen|da ist nichts zu machen|ist nichts zu machen|schon was vor|schon etwas vor|was vor|etwas vor|was anderes vor
      |etwas anderes vor|schon einen anderen termin|einen anderen termin da|hat sich erledigt|erledigt sich|hat sich schon erledigt|das hat sich erledigt
      |das thema hat sich erledigt|doch nicht|nicht mehr nötig|nicht nötig|nicht mehr gebraucht|lass mal|lass mal gut sein|lassen sie mal
      |lassen sie mal gut sein|lassen sie es gut sein|lassen sie gut sein|lassen sie mich in ruhe|lass mich in ruhe|lassen sie mich damit in ruhe
      |bin versorgt|ich bin versorgt|schon versorgt|bestens versorgt|bin schon bedient|haben schon alles|habe schon alles|schon was gefunden
      |schon etwas gefunden|schon etwas anderes gefunden|schon was anderes gefunden|etwas anderes gefunden|was anderes gefunden|kein geld|habe ich kein geld
      |dafür habe ich kein geld|kein geld dafür|brauch ich nicht|brauche ich nicht|brauche ich nicht mehr|brauch ich nimmer|brauche nichts|ich brauche nichts
      |möchte nichts kaufen|ich möchte nichts kaufen|ich will nichts kaufen|kaufe nichts|ich kaufe nichts|wir kaufen nichts|interessiert mich nicht
      |interessiert mich überhaupt nicht|interessiert mich gar nicht|geht sich nicht aus|geht sich leider nicht aus|geht sich ned aus|das geht sich nicht aus
      |geht ned|geht net|des geht ned|muss ich leider passen|da muss ich passen|da muss ich leider passen|sieht ganz schlecht aus|sieht schlecht aus bei mir
      |das haut nicht hin|haut nicht hin|das haut leider nicht hin|klappt nicht|klappt leider nicht|wird leider nix|wird nix|das wird nix|reicht nicht
      |bringt mir nichts|inzwischen nicht mehr|mittlerweile nicht mehr|lieber doch nicht|ich glaube nicht dran|krank geworden|leider krank geworden
      |ich bin krank geworden|bin krank geworden|liege flach|ich liege flach|liege im bett|liege im krankenhaus|bin nicht in der stadt|nicht in der stadt
      |nicht da|bin nicht zu hause da|keine chance leider|sprengt mein budget|schaffs nicht|schaffs ned|schaffs net|schaff es nicht|schaff ich nicht
      |schaff das nicht|schaffe das nicht|schaffe ich nicht|schaffe ich leider nicht|schaff ich leider nicht|kann ich nicht einhalten
      |kann ich nicht wahrnehmen|nicht wahrnehmen|nicht einhalten|nicht ganz richtig|nicht ganz korrekt|nicht richtig|nicht korrekt|da habe ich keine zeit
      |ich bin zufrieden danke|eher schlecht|krieg ich nicht hin|kriege ich nicht hin|kriege ich leider nicht hin|krieg ich leider nicht hin
      |kriege ich leider nicht unter|krieg ich nicht unter|krieg das nicht hin|krieg das zeitlich nicht hin|kriege das nicht hin
      |kriege das zeitlich nicht hin|schaff es leider nicht|ich schaff es leider nicht|schaffe es leider nicht|anders entschieden|mich anders entschieden
      |da habe ich schule|habe ich schule|da hab ich schule|da habe ich schicht|da habe ich dienst|da habe ich training|da habe ich unterricht
      |da habe ich vorlesung|da habe ich einen anderen termin|da habe ich schon etwas|mir zu knapp|zu knapp|komme ich nicht weg|ich komme nicht weg
      |komme nicht weg|kriege nicht frei|bekomme nicht frei|ich bekomme nicht frei|ich kriege nicht frei|schon verplant|bin verplant|bin schon verplant
      |da bin ich schon verplant|überschneidet sich|da überschneidet sich|dazwischengekommen|etwas dazwischengekommen|was dazwischengekommen
      |mir ist etwas dazwischengekommen|mir ist was dazwischengekommen|dazwischen gekommen|etwas dazwischen gekommen|was dazwischen gekommen|ich verzichte
      |verzichte|darauf verzichte ich|anders überlegt|mir anders überlegt|fehlanzeige|im leben nicht|da habe ich schon einen termin
      |habe ich schon einen termin|fürchte nein|ich fürchte nein|ich fürchte nicht
      |kann nicht weg|kann hier nicht weg|kann da nicht weg|können nicht weg|komm nicht weg|komme hier nicht weg|ich komme hier nicht weg|sorry bin krank
      |sorry ich bin krank|ist nicht drin|nicht drin|da geht nichts|nicht im lande|gar nicht im lande|nicht im land|gar nicht da|geht et
      |ich kann nicht weg|ich kann hier nicht weg|ich kann da nicht weg|fällt bei mir leider aus|fällt bei mir aus|fällt aus|ausgebucht|da arbeite ich
      |montags arbeite ich|das geht si nicht aus|geht si nicht aus|das geht et`,
    modals: '',
    against:
      'ausgeschlossen|unmöglich|falsch|verkehrt|schlecht|ungünstig|ungelegen|unpassend|unzutreffend|zu spät|zu früh|viel zu früh|viel zu spät|zu weit|zu anstrengend|zu kurzfristig|dagegen|bin dagegen|verhindert',
    negatable: `glaub|denk|will|kann|können|könnte ich|wollen|möchte|möchten|brauche|brauchen|benötige|habe|haben|bin|ist|werde|werden|wird|würde ich|mag|darf|glaube
      |denke|glauben|denken|finde|gefällt|will ich das|mache|machen|tun|mitmachen|nehmen|nehme|wünsche|interessiert mich|interessieren|zusagen|zustimmen
      |stimme`,
    negators: 'nicht|nie|nimmer|ned|net|nid|nöd|nit|nicht so|gar nicht|überhaupt nicht',
    weakNegators:
      'kein|keine|keinen|keinem|keiner|keines|keins|keinerlei|nichts|niemand|niemanden|niemandem|ohne|weder|noch nie|nirgends|kaum|gar nichts|überhaupt nichts|überhaupt kein|gar keine',
    hedges: `wahrscheinlich nicht|vermutlich nicht|wahrscheinlich eher nicht|dass ich wüsste|sicher nicht vergessen|sicher nicht verpassen|sicher nicht absagen
      |sicher nicht verschieben|sicher nicht versäumen|vielleicht|eventuell|evtl|möglicherweise|womöglich|mal sehen|mal schauen|schauen wir mal|schauma mal
      |schaun wir mal|sehen wir dann|sehen wir mal|wir werden sehen|mal gucken|kommt darauf an|kommt drauf an|kommt ganz darauf an|kommt ganz drauf an
      |hängt davon ab|je nachdem|jein|keine ahnung|keinen schimmer|keinen plan|kein plan|weiß der himmel|unsicher|unentschlossen|unschlüssig|weiß nicht
      |weis nicht|nicht genau|hoffentlich|ich hoffe|hoffe|hoffe ich|hoffe ja|hoffen wir|hoffe es|ich hoffe es|wahrscheinlich|vermutlich|wohl|schätze
      |schätze ich|ich schätze|nehme an|ich vermute|vermute|vermute ich|denk ich mal|könnte sein|kann sein|mag sein|kann schon sein|könnte|könnte klappen
      |könnte gehen|dürfte|müsste|sollte|sollte gehen|sollte passen|sollte klappen|würde ich sagen|so halb|teils teils|halb halb|einigermaßen|fifty fifty
      |naja|na ja|nun ja|egal|ist mir egal|mir egal|ganz egal|wurscht|wurst|mir wurscht|wie sie wollen|wie sie meinen|wenn sie meinen|macht nichts
      |das macht nichts|muss schauen|muss erst|muss ich erst|muss mal|muss ich mal|muss noch|muss ich noch|ich muss noch|ich muss erst|ich muss mal|überlegen
      |überlege|ich überlege|nachdenken|nachschauen|nachsehen|nachfragen|abklären|klären|prüfen|checken|kalender schauen|bescheid geben|gebe bescheid
      |gebe ich bescheid|melde mich|ich melde mich|melde mich noch|rückmeldung|später bescheid|absprechen|besprechen|abstimmen|rücksprache|moment bitte
      |ja oder nein|ja und nein|weder noch|nicht schlecht|gar nicht schlecht|nicht übel|manchmal|oder nicht|oder doch|oder doch nicht|schwierig
      |schwer zu sagen|schwer|gute frage|versuche|versuche es|ich versuche|versuchen|ich probiere es|probiere es|probieren|tue mein bestes|was weiß ich
      |zweifel|zweifle|bezweifeln|unverständlich|verstehe nicht|verstehe ich nicht|nicht verstanden|habe nicht verstanden|nicht ja|nicht nein
      |nicht dass ich wüsste|nicht unbedingt|nicht ganz|nicht immer|noch offen|steht noch nicht fest|steht nicht fest|sagt er|sagt sie|so lala|geht so
      |es geht so|in etwa|ungefähr|mehr oder weniger|bedingt|teilweise|wie bitte|was heißt|nicht so ganz|nicht so genau|ich höre|ich komme gleich
      |komme gleich|ich komm gleich|bin gleich|ich bin gleich|nicht klagen|ich glaube|ich glaub|glaube ich|glaub ich|ich denke|ich denk|denke ich|denk ich
      |ich denke schon|denke schon|ich glaube schon|glaube schon|ich glaub schon|glaub schon|ich denk schon|denk schon|glaube ja|ich glaube ja|ich glaub ja
      |denke ja|ich denke ja|ich meine schon|ich denke ja schon|ich glaube nicht|glaube nicht|ich glaub nicht|glaub nicht|glaub ich nicht|glaube ich nicht
      |ich denke nicht|denke nicht|denk ich nicht|denke ich nicht|das glaube ich nicht|das glaub ich nicht|das denke ich nicht|das denke ich|das glaube ich
      |ich glaube eher nicht|ich glaub eher nicht|ich denke eher nicht|glaube kaum|ich glaube kaum|ich denke mal|denk mal|eigentlich schon|eigentlich ja
      |ja eigentlich|ja eigentlich schon|eigentlich nicht|normalerweise|normal schon|normalerweise schon|im normalfall|eher schlecht als recht
      |gerade keine zeit|grad keine zeit|jetzt keine zeit|jetzt gerade keine zeit|gerade schlecht|gerade ganz schlecht|sagt ja|hat gesagt ja|gesagt ja
      |sagte ja|gesagt nein|fast|beinahe|nicht viel verstanden|muss ich abklären|muss mit|kommt auf den preis an|kommt auf das wetter an|kommt auf den tag an
      |wenn nichts dazwischenkommt|unter umständen|muss ich gucken|muss gucken|ich müsste|müsste ich|drüber schlafen|darüber schlafen|mit etwas glück
      |glaube eher nicht|eher nicht glaube ich|nicht wirklich sicher|nicht so sicher|nicht sicher genug|in einer besprechung|in einem meeting
      |gerade beim essen|gerade im auto|ich denke nicht dran|lass mal sehen|lass mal schauen|lassen sie mal sehen|lassen sie mal schauen|er ist nicht da
      |sie ist nicht da|er ist gerade nicht da|sie ist gerade nicht da|ist gerade nicht da|er ist leider nicht da|sie ist leider nicht da
      |ja gleich|wird schon gehen|wird schon geh|wird schon werden|nicht klar denken`,
    knowing:
      'weiß|wissen|weiss|wusste|sagen|versprechen|garantieren|überzeugt|entschieden|entscheiden|festlegen|beantworten|erinnern|absehen|abschätzen|einschätzen|beurteilen|verstehen|verstanden|hören|höre|klarheit|zusichern|sicher sagen|fest sagen|sicher|ganz sicher|ausschließen',
    partial:
      'ganz|nur|alle|alles|immer|unbedingt|vollständig|komplett|völlig|allein|alleine|direkt|notwendigerweise|jeder|jeden|beide|ungern|zwingend|hundertprozentig|schlimm|mehr lange|lange|vor|ausgeschlossen|bis',
    conditions:
      'wenn|falls|sofern|solange|soweit|nur|nur wenn|nur falls|erst|erst ab|frühestens|spätestens|außer|ausser|es sei denn|vorausgesetzt|unter der bedingung|bis auf|ob|bevor|mindestens|höchstens|allenfalls|wenn es sein muss|ausschließlich|lediglich',
    regrets:
      'leider|bedauerlicherweise|leider gottes|dummerweise|schade|unglücklicherweise|blöderweise|bedaure|bedauere',
    contrasts:
      'aber|jedoch|allerdings|sondern|obwohl|trotzdem|dennoch|bloß|ansonsten|sonst|zwar|hingegen|andererseits',
    changes: `ab|absagen|abgesagt|absage|sage ab|sage ich ab|sagen sie ab|sagen sie es ab|sag ab|stornieren|storniere|storniert|stornierung|streichen|löschen|lösche
      |gelöscht|kündigen|kündige|kündigung|abbestellen|abmelden|verschieben|verschiebe|verschoben|verschieben wir|umbuchen|umbuchung|verlegen|verlegt|verlege
      |ändern|änderung|ändere|vertagen|tauschen|wechseln|abbrechen|austragen|tragen sie mich aus|krank|erkrankt|erkältet|grippe|fieber|corona|krankenhaus
      |spital|urlaub|im urlaub|verreist|verreise|weg|unterwegs nach|auswärts|ausland|abwesend|beschäftigt|stattdessen|statt|früher|später|eher|zurückgezogen
      |zurückziehen|widerrufen|widerspruch|aufhören|hören sie auf|stopp|stop|anderer|anderen termin|neuen termin|neuer termin|anderer termin|ein anderer
      |quarantäne|stau|verspätung|verspäte`,
    elsewhen: '',
    reservations: `nächste woche|nächsten monat|nächstes jahr|nächstes mal|das nächste mal|ein andermal|ein anderes mal|andermal|anderes mal|anderen tag|anderer tag
      |an einem anderen tag|einem anderen tag|andere woche|irgendwann|irgendwann mal|übernächste woche|in einer woche|in zwei wochen|in ein paar wochen
      |in einem monat|danach|die woche darauf|am tag danach|tag darauf|hätte|hätten|wollte|wäre gekommen|wäre gern gekommen|wäre gerne gekommen|gekommen|war
      |waren|hatte|konnte|musste|arbeiten|muss arbeiten|muss leider arbeiten|muss weg|lieber|besser|besser wäre|besser am|anstatt|oder|doch lieber|umso
      |zu viel|zu teuer|würde lieber|erst nächste|beim nächsten mal|mache ich morgen|das mache ich morgen|mach ich morgen|mache ich heute noch
      |mache ich später|das mache ich noch|ich konnte noch nicht|konnte noch nicht|warte immer noch|warte noch|war schon
      |auf die nerven|auf den keks|auf den geist|auf den wecker`,
    courtesies: `bitte|bitte schön|bitteschön|bitte sehr|danke|danke schön|dankeschön|danke sehr|vielen dank|vielen herzlichen dank|herzlichen dank|besten dank
      |lieben dank|tausend dank|merci|thx|thanks|danke dir|danke ihnen|danke für die erinnerung|danke für die nachricht|danke für die info
      |danke für ihre nachricht|danke für den anruf|danke für ihren anruf|danke der nachfrage|danke fürs erinnern|danke für die einladung|für die erinnerung
      |für den anruf|für die nachricht|für die einladung|für ihre hilfe|hallo|hi|hey|guten tag|guten morgen|guten abend|gute nacht|grüß gott|grüezi|servus
      |moin|tag|schönen tag|schönen tag noch|einen schönen tag|schönes wochenende|schönen abend|einen schönen abend|ihnen auch|gleichfalls|tschüss|tschüs
      |auf wiedersehen|auf wiederhören|ciao|viele grüße|liebe grüße|beste grüße|mit freundlichen grüßen|freundliche grüße|schöne grüße|lg|mfg|vg|keine sorge
      |keine angst|keine eile|keine umstände|kein grund zur sorge|keine änderung|keine änderungen|keine fragen|keine weiteren fragen|keine ursache
      |machen sie sich keine sorgen|so schnell wie möglich|so bald wie möglich|wenn es geht|wenn möglich|wenn das geht|wenn das ok ist|wenn das okay ist
      |wenn es recht ist|falls möglich|wenn ich bitten darf|wie gesagt|ich sage mal|würde ich sagen ja|sehr geehrte|sehr geehrter|damen und herren
      |ganz ehrlich|ehrlich gesagt|um ehrlich zu sein|tut mir leid|es tut mir leid|tut mir sehr leid|entschuldigung|entschuldigen sie|sorry|verzeihung|pardon
      |gut danke|mir geht es gut|es geht mir gut|sehr nett|sehr freundlich|nett von ihnen|das ist nett|lieb von ihnen|alles gut|alles bestens|gell|gelle
      |oder so|weißt du|wissen sie|wie besprochen|wie vereinbart|wie geplant|wie ausgemacht|wie immer|gottseidank|gott sei dank|zum glück|soweit ich weiß
      |so viel ich weiß|meines wissens|danke der erinnerung|dass sie anrufen|dass sie nochmal anrufen|dass sie noch mal anrufen|dass sie sich melden
      |fürs erinnern|für den hinweis|danke für den hinweis|fürs nachfragen|danke fürs nachfragen|danke fürs anrufen|fürs anrufen|ich habe doch schon gesagt
      |hab ich doch schon gesagt|habe ich doch schon gesagt|habe ich ihnen doch schon gesagt|das habe ich schon gesagt|habe ich schon gesagt
      |ich weiß bescheid|weiß bescheid|ich sag mal|sag ich mal|digga|alter|oida|bruder|bro|mein lieber|meine liebe|junger mann|junge frau|gute frau
      |guter mann|die dame|der herr|passt schon danke|mit vergnügen danke|kein grund sich zu sorgen|ohne witz|echt jetzt|im ernst|selbstredend|ich sage ihnen
      |hören sie|hör mal|schauen sie|schau|sehen sie|wissens|gelt|woll|ne du|du|ich bin zufrieden|bin zufrieden mit meinem
      |viel spaß|was denken sie denn|was glauben sie denn|was glauben denn sie|was denken denn sie|was dachten sie denn|was denkst du denn`,
    additions: `frau|mann|partner|partnerin|sohn|tochter|kind|kinder|kindern|familie|freund|freundin|mutter|vater|mama|papa|eltern|bruder|schwester|oma|opa|enkel
      |enkelin|unterlagen|papiere|dokumente|ausweis|pass|versicherungskarte|karte|gesundheitskarte|e-card|rezept|überweisung|befund|befunde|röntgenbilder
      |bringe|mitbringen|bringe mit|mit bringen|bringen|mitnehmen|mit|erinnerung|nachricht|sms|mail|email|e mail|brief|einladung|erhalten|bekommen|gekriegt
      |bekam|auto|bus|bahn|zug|fahrrad|zu fuß|taxi|kalender|eingetragen|notiert|notiere|vorgemerkt|aufgeschrieben|gemerkt|termin steht|steht im kalender
      |pünktlich|rechtzeitig|begleitung|unterwegs|auf dem weg|auf dem weg zu ihnen|losfahren|fahre los|bin gleich da|gleich da|gespannt|neugierig|gesund|fit
      |paar minuten|etwas früher|etwas eher|ein bisschen früher|bisschen früher|bisschen eher|ein paar minuten früher|zehn minuten früher|seit|seit jahren
      |adresse|telefonnummer|kenne|weg kenne ich|dann sehen wir uns|sehen wir uns|uns sehen|wiedersehen|kollege|kollegin|chef|chefin|nachbar|nachbarin
      |nachbarn|angenommen|angekommen|gekommen|geliefert|abgegeben|überwiesen|bezahlt|abgebucht|beglichen|längst|schon längst|gestern|vorgestern|letzte woche
      |heute früh|rechnung|paket|päckchen|sendung|freigenommen|frei genommen|urlaub genommen|mir aufgeschrieben|rot angestrichen|im kalender stehen
      |kalender stehen|fährt|fährt mich|bringt mich|holt mich ab|fahre|fahren|laufe|radle|denke dran|denk dran|ich denke dran|ich denk dran|denke daran
      |ich denke daran|schmerzen|zahnschmerzen|zahn|rücken|infos|informationen|prospekt|katalog|schicken|schicken sie|per mail|per post|per whatsapp|whatsapp
      |alles|war alles gut|war alles|alles super|sehr zufrieden|hat alles geklappt|hat geklappt|funktioniert alles|gefreut|freut mich|freut mich sehr
      |danke sehr lieb|nüchtern|muss ich nüchtern|brauche ich|was brauche ich|noch was|noch etwas|zu früh dran|wie lange dauert es|parken|parkplatz|impfpass
      |medikamente|medikamentenplan|brille|hund|katze|enkelkind|schwiegermutter|pflegerin|betreuerin|fahrdienst|rollstuhl|rollator|krücken|u bahn|s bahn
      |straßenbahn|bim|öffis|begleitet|begleitet mich|begleiten|kommt mit|zu hause|schon zu hause|daheim|nachmittag frei|den nachmittag freigehalten
      |denk an den termin|an den termin
      |früher los|einfach früher los|gehe|geh|lauf|schicht getauscht|dienst getauscht|meinen dienst getauscht|schwiegersohn|schwiegertochter
      |auf dem schirm|dran gedacht|küche|kühlschrank|knie|hüfte|weh|weiß bescheid|gibt mir|keinen babysitter|keine betreuung|keine fahrgelegenheit|rentner
      |pensioniert|rente|in rente|extra freigenommen|warte schon|ich warte schon|ich warte ja schon|monaten|monate|wochen|nicht vergessen|angestrichen`,
    attendance: `ich komme|komme ich|ich komm|komm ich|wir kommen|ich werde da sein|ich werde kommen|wir werden da sein|werde da sein|ich bin da|wir sind da|bin da
      |bin ich da|ich werde dort sein|werde kommen|ich kann kommen|da kann ich kommen|ich bin dabei|bin dabei|bin ich dabei|da bin ich dabei|wir sind dabei
      |ich komme gern|ich komme gerne|ich bin pünktlich|bin pünktlich|bin vor ort|bin ich vor ort|ich werde pünktlich sein|bin pünktlich da
      |bin ich pünktlich da|bin um zehn da|ich bin um zehn da|ich bin pünktlich um zehn da|bin ich zur stelle|ich bin zur stelle|i kumm|kumm i|i komm|komm i
      |i kimm|kimm i|bin i do|i bin do|ich komm schon|ich komme schon|ich komme auf jeden fall|ich kumm|kommen wir|da sind wir|ich nehme den termin wahr
      |ich nehme ihn wahr|nehme ich wahr|den nehme ich wahr|ich werd kommen|ich werd da sein|werd da sein|ich werde erscheinen|ich erscheine
      |wir werden kommen|ich bin auf jeden fall da|ich bin am montag da|ich werde anwesend sein|ich mach mich auf den weg|ich mache mich auf den weg
      |da bin ich da|da bin ich vor ort|da bin ich pünktlich|koom ich|ich koom|so lassen|lassen sie den termin so|lassen sie ihn so|lassen sie ihn stehen
      |lassen sie den termin stehen|lassen wir so|lass ihn so|bleibt alles so|bleibt bestehen|bleibt stehen|termin bleibt|der termin bleibt|termin steht
      |der termin steht|kann so bleiben|soll so bleiben|soll bleiben|der termin soll bleiben|ich brauche den termin|brauche den termin|ich brauche ihn
      |ich will den termin behalten|möchte ihn behalten|ich möchte den termin behalten|jau komme|freigehalten|ich will kommen|will kommen|ich möchte kommen
      |ich denk an den termin|ich denke an den termin|bin dann da|ich bin dann da|ich bin bei ihnen|bin ich bei ihnen|bin bei ihnen
      |komm gern|komme gern|komm gerne|termin wird wahrgenommen|wird wahrgenommen|werde ich wahrnehmen|werde den termin wahrnehmen
      |ich werde den termin wahrnehmen|ich werde pünktlich da sein|werde pünktlich da sein|ich werde auf jeden fall da sein
      |ich werde auf jeden fall kommen|ich werde um zehn da sein|ich werde am montag da sein|ich werde am montag kommen|ich werde pünktlich kommen
      |ich werd pünktlich da sein|bin rechtzeitig da|ich bin rechtzeitig da|komme gerne|bin denn do|bin denn da|ich bin denn da|ich bin denn do|bin do
      |ich bin do|bin ich do`,
    wishes: `gerne|gern|sehr gerne|sehr gern|ich würde gerne|ich würde gern|ich würde ja gerne|ich würde ja gern|würde gerne|würde gern|würde ja gern
      |würde ja gerne|ich würde gerne kommen|ich würde gern kommen|würde gerne kommen|würde ja gern kommen|ich wär gern|ich wäre gern|ich wär gerne
      |ich wäre gerne`,
    thinking: `moment|einen moment|kleinen moment|moment mal|ich schau|ich schaue|ich schau mal|ich schaue mal|ich schau kurz|ich schau kurz nach|ich schaue kurz
      |ich schaue kurz nach|ich schau mal kurz|ich schau mal nach|lassen sie mich kurz schauen|lassen sie mich schauen|lassen sie mich mal schauen
      |lass mich kurz schauen|lass mich schauen|lassen sie mich überlegen|lassen sie mich kurz überlegen|lass mich überlegen|da muss ich kurz überlegen
      |warten sie mal|warten sie|warte|augenblick|sekunde|ich guck mal|ich guck kurz|ich gucke mal|ich gucke kurz|ich schau in den kalender
      |ich schaue in den kalender|schau in den kalender|ich schau in meinen kalender|ich hole meinen kalender|ich hole kurz meinen kalender`,
    cancelling: `absagen|absage|sage ab|sag ab|sage ich ab|sagen sie ab|sagen sie es ab|sagen sie ihn ab|sagen sie den termin ab|sagen sie den ab|sagen sie das ab
      |sage den termin ab|sag den termin ab|sage ihn ab|sagen sie den termin bitte ab|sagen sie den bitte ab|sagen sie bitte ab|sagen sie ihn bitte ab
      |sagen sie bitte den termin ab|stornieren|storniere|streichen|canceln|cancel`,
    obligations: `muss|müssen|müsste|gezwungen|würde|würden|würd`,
    absences: `urlaub|im urlaub|verreist|krank|erkrankt|erkältet|grippe|fieber|corona|krankenhaus|im krankenhaus|spital|ausland|im ausland|auswärts|abwesend
      |beschäftigt|auf reisen|in kur|quarantäne|auf geschäftsreise|auf dienstreise|auf arbeit|auf der arbeit|in der arbeit|auf schicht|auf montage
      |auf fortbildung|in der schule|auf der schule|bei der arbeit
      |beerdigung|trauerfeier|hochzeit|gerichtstermin|arzttermin|zahnarzttermin|prüfung|klausur|vorstellungsgespräch|bewerbungsgespräch|frühdienst
      |frühschicht|spätschicht|nachtschicht|dienstreise|geschäftsreise|reha|skiurlaub|in urlaub|muss ich arbeiten|ich muss arbeiten|muss arbeiten`,
    thatTime: `da|dann|an dem tag|an diesem tag|zu der zeit|zu dieser zeit|in der woche
      |da bin ich|dann bin ich|da hätte ich|da habe ich`,
    greetings: `hallo|hi|hey|guten tag|guten morgen|guten abend|grüß gott|grüezi|servus|moin|tag|grüß sie|grüß dich`,
    requests: `können sie|könnten sie|kannst du|könntest du|würden sie`,
    functionWords: `mal|eben|halt|besprochen|ausgemacht|vereinbart|i|ich|du|er|sie|es|wir|ihr|mir|mich|dir|dich|uns|ihm|ihn|ihnen|das|dies|diese|dieser|dieses|diesen
      |diesem|der|die|den|dem|des|ein|eine|einen|einem|einer|sind|seid|bist|hat|hast|tut|so|schon|ja schon|auch|da|dann|denn|doch|na|nun|ach|ah|oh|oha|tja|an
      |zu|wohl auch|sehr|ganz|echt|richtig gut|sei|dazu|daran|dabei sein|damit|dafür bin ich|dem so|dass|ganz ehrlich gesagt|und zwar|mein|meine|meinen
      |meiner|meinem|unser|unsere|ihre|ihren|gesagt|sagte|sage|antwort|meine antwort ist|die antwort ist|dem termin|sich|scho|habs|hats|is|dat|et|bisher
      |bis jetzt|bislang|inzwischen|mittlerweile|bestimmt auch|drauf|darauf|mei|sischer|locker|fest|herrje
      |ach herrje|blöd|das ist blöd|oh das ist blöd|oh je|oje|du liebe zeit|mensch|ne
      |n|nu|also|man|einfach|deshalb|deswegen|darum|daher|drum|hiermit|hiermit möchte ich`,
    neutral: `heute|morgen|übermorgen|gestern|jetzt|gleich|bald|nachher|sofort|früh|morgens|vormittag|vormittags|mittag|mittags|nachmittag|nachmittags|abend|abends
      |nacht|nachts|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|mo|di|mi|do|fr|sa|so|januar|jänner|februar|märz|april|mai|juni|juli
      |august|september|oktober|november|dezember|uhr|halb|viertel|dreiviertel|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|ersten|zweiten
      |dritten|vierten|fünften|sechsten|siebten|achten|neunten|zehnten|tag|tage|woche|monat|jahr|mal|diesmal|dieses mal|diese woche|termin|zeitpunkt|uhrzeit
      |stunde|um|am|im|in|auf|für|von|vor|nach|gegen|zur|zum|bei|bis|aus|über|wieder|noch|momentan|zurzeit|zur zeit|derzeit|aktuell|im moment|gerade
      |im augenblick|an dem tag|an diesem tag|dort|herr doktor|frau doktor|doktor|herr|soweit|nach wie vor|weiterhin|immer noch|beide|beides|alle|alles|viel
      |etwas|bisschen|ein bisschen|mehr|allein|gerne auch|grundsätzlich|prinzipiell|im prinzip|eigentlich|zeitlich|persönlich|überhaupt|gar|absolut|wirklich
      |leute|mensch|junge|wie|angebot|vorschlag|zu dieser zeit|zu der zeit|nächsten|kommenden|kommende|frühstück|pünktlich um|in der nähe|in der gegend
      |ums eck|um die ecke|habe urlaub|hab urlaub|ich habe urlaub|habe da urlaub|habe frei|hab frei|habe ich frei|habe ich urlaub|an dem tag frei|extra
      |vor ort|eh|nochmal|noch mal|auch noch|nach der arbeit|vor der arbeit|zu ihnen|zu euch|bei ihnen|bei euch|in die praxis|in der praxis|zur praxis|praxis
      |behandlung|untersuchung|kontrolle|besuch|am start|früh genug|zeitig|rechtzeitig da|beim letzten mal|vom büro aus|aus dem urlaub zurück|aus dem urlaub
      |zurück aus dem urlaub
      |montags`,
    placePrepositions: 'in|nach|aus|bei|nahe',
    introductions:
      'hier ist|hier spricht|mein name ist|ich heiße|hier|es spricht|sie sprechen mit|am apparat ist|herr|frau|gruß|grüße|liebe grüße|lg|mfg|vg|viele grüße|mit freundlichen grüßen|beste grüße',
    questions: `was|wer|wann|warum|wieso|weshalb|wie|wie viel|wieviel|wie lange|welche|welcher|welchen|welches|wen|wem|woher|wofür|worum|ist das|ist es|ist der|sind sie|geht das auch|geht auch|passt ihnen|können sie|könnten sie|könnten wir|können wir auch|haben sie|hätten sie|kann man|kann ich später|darf ich|gibt es|kostet das|würde auch|wäre auch|geht es auch|meinen sie|sprechen sie|warst du|bist du|wirklich so|muss ich|bis wann|ab wann|ist die noch|ist der noch|ist das noch|ist die|was für|kommt mein|darf mein|kann ich noch|kann man noch|kann ich jetzt noch|hat der arzt|hat die praxis`,
    practicalQuestions: `wo|um wie viel uhr|um wieviel uhr|wann genau|um welche uhrzeit|wie spät|wohin|was soll ich|was muss ich|soll ich|muss ich etwas|muss ich was|wann soll ich|wo soll ich|wo kann ich|muss ich nüchtern|brauche ich eine|brauche ich etwas|brauch ich was|brauche ich was|kann ich parken|gibt es parkplätze|was brauche ich|was soll ich mitbringen|muss ich was mitbringen`,
    conjunctions: 'und|da ich|sowie',
    reasons: 'weil|denn weil',
    corrections:
      'ich meine|spaß|scherz|nur spaß|war nur spaß|kleiner scherz|ich meinte|meine ich|quatsch|korrektur|nein moment|moment nein doch|sorry ich meine|stopp nein|ach nee|ich korrigiere|vielmehr|entschuldigung ich meine|moment nochmal',
  },
});
