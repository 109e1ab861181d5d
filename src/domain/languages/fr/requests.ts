import { createRequests } from '../../understanding/request-rules.ts';
import { frenchOptOut, frenchOptOutParts } from './opt-out.ts';
import { frenchWords } from './words.ts';

const parts = {
  ...frenchOptOutParts,
  digit: '0|1|2|3|4|5|6|7|8|9',
  number:
    'une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|dix_sept|dix_huit|dix_neuf|vingt',
  day: 'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|samedis|dimanches|lundis|mardis|week_end|weekends|fin_de_semaine|fins_de_semaine|vacances|jours_feries|mercredis|vendredis',
  person:
    'mari|femme|fils|fille|mere|pere|chef|patron|frere|soeur|voisin|voisine|parents|collegue|conjoint|compagnon|copain|copine|grand_mere|banque|bureau|blonde|chum|associe|enfants|enfant',
  can: 'pouvez|peux|pourriez|pourrais|est_ce_que|veuillez|voulez|vous|tu|me|m|merci_de|je|prefere|que|faudrait|il|vaut|mieux|svp|serait|possible|de|on',
  someone: `personne|humain|etre_humain|conseiller|conseillere|operateur|operatrice|agent|representant|representante|responsable|collaborateur|employe|superviseur|quelqu_un|service_client|interlocuteur
    |technicien|telephoniste|prepose|preposee|standard|accueil|collegue|standardiste|humaine|secretaire`,
  real: 'vrai|vraie|reel|reelle|physique|humain|humaine|en_chair_et_en_os|de_vrai|de_votre_equipe|s_il|de_chez_vous|vivant|vivante|reellement',
  a: 'un|une|le|la|l|votre|du|de|des|au|ton',
  when: `plus|tard|demain|apres|dans|une|un|deux|heure|heures|minutes|a|en|fin|de|le|la|l|matin|midi|soir|ce|cet|cette|lundi|mardi|mercredi|jeudi|vendredi|samedi|semaine|prochaine|prochain
    |autre|moment|fois|tantot|aujourdhui|vers|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|et|demie|quart|demi|tout|l_heure|journee|debut|jour|jours|donc|quelques|plutot|instant|*<digit>*`,
} as const;

/** The requests of French: vous and tu, of France, Belgium, Switzerland and Quebec, with and without "ne". */
export const frenchRequests = createRequests(frenchWords, {
  parts,
  negationWords: 'pas jamais',
  negations: 'pas|plus besoin|la_peine|necessaire de|d? me|m|nous?\npas|jamais|n|ne le|la|un|une|de|me|m|du?',
  requests: {
    wrong_number: `
      monsieur|madame|mademoiselle|m|mme * ..1 a|est|ont demenage|parti|partie|deces|change_de_numero ..3
      non|ah_non|erreur|euh_non non|non_non|mais|c_est? ici|ici_c c|c_est|vous_etes|est|au|chez|on est|a|au|chez|une|un|la|le ..3
      ! vous|tu faites|fait|faite|avez_fait|as_fait|avez_commis erreur|une_erreur|fausse_route ..6 $
      ! elle|il|cette_personne|cette_dame|ce_monsieur n|ne? a|utilise plus|pas|jamais ce|le|son ..1 numero|telephone ..7
      ! c|ce|ca|cela est|m|appartient moi|appartient|a_moi qui|maintenant|plus|numero|ce l|ai|maintenant ..2
      ! numero|telephone ..2 attribue|recupere|est_a_moi|le_mien|plus_le_sien ..3
      ! me|vous_me|tu_me prenez|confondez|prends ..1 pour|avec quelqu|un|une ..2 autre|d_autre
      connais pas|personne|aucune|aucun cette|ce|de|d|la|le|votre ..2
      je? n|ne? suis|etais pas|point celui|celle|monsieur|madame|la_personne ..4
      cette|la personne n|ne est pas|plus la|ici ..4 mauvais numero
      il|y n|ne? y? a personne|pas qui|de ..1 appelle|nomme ..3
      vous|tu n|ne? etes|es pas au|chez|a|la bon|bonne endroit|adresse|numero|personne
      il|elle n|ne? habite|vit|travaille|est plus|pas ici|chez_nous|la
      il|elle|ils a|ont|est demenage|parti|partie ..2
      je n|ne? connais|connaissons pas|plus $
      ce|c n? est pas moi
      ici|c|vous|ce ..1 est|etes|un chez|un|une ..1 particulier|maison_privee|residence
      vous|tu|je|on|crois|pense|que|qu? vous|tu|avez|as|etes|faites|fais|faites_erreur|ai|devez|dois? avez|as|avoir|fait|compose|eu|trompe|trompes|vous_tromper|te_tromper|vous_etes|t_es|t|te|vous|le|un|un_faux|du|de? le|un|du? trompe|trompes|trompee|erreur|mauvais_numero|faux_numero|tromper|trompez de|du|d? numero|personne|correspondant|destinataire?
      mauvais|faux|mauvaise numero|personne|correspondant
      vous_vous|vous|tu|t? avez|as|etes|es|trompez|trompes|fait|faites|t_es|vous_etes|est? vous|fait|te|trompez|trompe|trompee? trompe|trompez|trompes|trompee|erreur de? numero|personne|porte?
      c|ce? est un|une|le|la? faux|mauvais|mauvaise numero|personne
      c|ce? n? est pas le|la|du_tout_le? bon|bonne numero|personne
      c|ce? est une erreur
      c|ce? n? est pas|plus son|sa|le|la|l numero|maison|telephone|cabinet|clinique|societe|entreprise de|du|des? ..2
      je|j ne? suis pas monsieur|madame|mademoiselle ..1
      vous faites|avez_fait erreur
      vous vous trompez|etes_trompe|etes_trompee ..2
      erreur de numero
      il_n_y|n|il|y? y|a|ai? a|y? pas|personne|aucun|aucune|pas_de de|d|qui|a_ce|avec|ici? ..2 nom|ce_nom|ici|s_appelle_comme_ca|personne
      je|on? ne|n|le? le|la|connais|connait|connaissons? connais|connait|connaissons|pas pas|personne|aucun|aucune|cette cette|ce|de|d|personne|monsieur|avec|le? personne|monsieur|nom|madame|ce_nom|ce_monsieur
      personne ne? s_appelle|habite|vit|repond comme_ca|ici|a_ce_nom ici?
    `,
    who_is_this: `
      vous|tu m? appelez|appelles pour|de|a quoi|quel|qui|ou ..2
      d|de ou|qui tenez|avez|sortez|sort vous|tu ..1 mon|ce|mes numero|coordonnees ..2
      c est quoi|pour|a_propos|au ..1 quoi|sujet|votre|cette|cet ..3
      vous|tu avez|as dit que vous|tu ..1 vous|t appeliez|appelez|appelais comment
      d ou appelez|appelles|m_appelez vous|tu?
      vous|tu m? appelez|appelles d ou
      pour qui|quelle_societe|quelle_entreprise ..1 travaillez|travailles|appelez vous|tu?
      etes|es|est vous|tu|ce ..1 une? vraie|vrai|un personne|humain|robot|etre_humain|machine
      c|ce|mais|donc|et? est? qui|c_est_qui|vous_etes_qui|t_es_qui|tu_es_qui est_ce|etes|es|est|a|parle|appelle|m|donc|vous|c|au|suis|est_ce_que|ca|j|je? vous|tu|c|a_l|l|l_appareil|ce|appelle|a|au|je? appareil|telephone|est|la|bout|parle|fil|vous_parle?
      vous|tu etes|es qui|donc?
      a|avec qui ai|est_ce_que|parle|je|suis|j|qui? je|j|ai|suis? parle|ai|l_honneur|affaire|en_ligne|le_plaisir|l? honneur|je|parle?
      de la part de qui
      quel|quelle|c_est|quel_est est|c|c_est|le|la? votre|ton|quoi|le|votre_nom|l? nom|societe|entreprise|sujet|objet|motif|deja|raison|but de|votre? cet|votre|appel|l|votre_appel? appel?
      comment vous|tu|t|est_ce_que vous|t|appelez|appelles appelez|appelles|vous|tu?
      c|ce est a|au|pour|de|quoi|quelle? quel|quoi|sujet|propos|societe|entreprise|la_part_de_qui
      de quoi s|il|est_ce_qu|parle|s_agit agit|s_agit|il|s|parle|il_s_agit ..2
      pourquoi|pour_quoi|pour_quelle_raison|que vous|m|tu|me|est_ce_que|voulez|voulez_vous? m|me|appelez|vous|tu|voulez|appeler? appelez|appelles|telephonez|vous|voulez vous|tu?
      qu|que est_ce_que? vous|tu|me|m? voulez|veux|desirez vous|me? ..1
      vous_voulez|tu_veux quoi
      je|j|oui? n|ne? ai|connais pas saisi|compris|entendu|retenu|eu|votre ..1 nom|voix
      etes|es|est_ce|est_ce_que|vous|tu|je|parle|c|suis|s vous|tu|je|que|etes|es|est|un|a|parle ..2 robot|machine|ordinateur|repondeur|personne_reelle|humain|ia|enregistrement
      comment|ou|qui avez|vous|as|avez_vous|a|t|est_ce_que|vous_a ..2 mon|ce|mes numero|coordonnees
      de|pour|vous|quelle|vous_etes_de|vous_appelez_de quelle|appelez|travaillez|de_quelle|pour societe|entreprise|quelle|compagnie|qui|banque|boite etes|appelez|vous|societe|appelez_vous|etes_vous|travaillez_vous?
      qui appelle|parle|vous_envoie|me_demande|est_a_l_appareil
      c est quoi|pour_quoi|pourquoi
    `,
    callback: `
      demain|lundi|mardi|mercredi|jeudi|vendredi|tantot|plus_tard ..2 ce|c|ca|serait|est|irait serait|est|irait? mieux|preferable|plus_simple|bien pour|de|d|si m|me|vous? <call>|appeler|rappeler|m_appeler ..2
      <when> <when>? serait|c_est|ce_serait|vaut mieux|preferable ..1 pour|de|d|que m|me|vous? appeler|rappeler|m_appeler ..2
      ! rappelez|rappelle|retelephonez|retelephone|recontactez|reessayez|reessaye|retentez|essayez|rapelez|rapele|rapellez|telephonez|appelez|appelle moi|nous|me|plutot|donc? plus_tard|demain|dans|ce|cet|apres|vers|a|en|lundi|mardi|mercredi|jeudi|vendredi|samedi|tantot|tout_a_l_heure|tout|plus <when>? <when>? <when>? <when>? <when>? <when>? <when>? si_possible|merci|d_accord|ok|hein? $
      ! pouvez|pouvez_vous|pourriez|pourriez_vous|peux|tu_peux|vous_pouvez|faut|faudrait vous|tu|me|m|nous|il? ..1 rappeler|retelephoner|reessayer|recontacter|telephoner|reappeler <when>? <when>? <when>? <when>? <when>? <when>? $
      pas le|un|trop|vraiment|du|l? ..1 moment|heure ..1 essayez|reessayez|rappelez|retelephonez|appelez|plus_tard ..4
      vous|tu pouvez|peux|pourriez|pourrais? reessayer|rappeler|retenter apres|vers|plus|demain ..5
      c|ce n? est pas le|un bon moment appelez|rappelez moi ..3
      reessayez|essayez|essaye|retentez|reessaye ..1 plus_tard|nouveau|demain|tard|lundi|tout_a_l_heure ..2
      je|j|la|on|vous|nous suis|conduis|peux|ai|me_derangez|je_peux|sommes ..4 rappelez|appelez|rappelle moi|plus|a|demain|dans|ce|lundi ..5
      est_ce_que|est quelqu|ce|qu|que ..3 peut|pourrait me|nous rappeler ..3
      je|j voudrais|aimerais|souhaite|souhaiterais ..1 qu|que|etre|on ..2 rappele|rappelle|rappeler|rappelee|rappeliez ..3
      on|nous peut|pourrait|pouvons se|nous rappeler|reparler ..3
      <can>? <can>? <can>? rappelez|rappelle|rappeler|retelephoner|retelephonez|rappeliez|rappelles|recontacter|rappellez moi|nous|me|m? <when>? <when>? <when>? <when>? <when>? <when>?
      faites|fais moi|me rappeler <when>? <when>? <when>?
      rapelez|rapele|rapeler moi? <when>? <when>? <when>? <when>?
      <can>? <can>? rappelez|rappelle|rappeler plus_tard|demain|lundi|mardi|mercredi|jeudi|vendredi|samedi <when>? <when>? <when>?
      c|ce? n? est pas le bon|bon_le moment rappelez|rappelle ..3
      <can>? <can>? <can>? appelez|appelle|appeler|telephonez|telephoner moi|nous|me? <when> <when>? <when>? <when>? <when>? <when>?
    `,
    person: `
      y? a t il|on ..1 quelqu|un|une ..1 un|vivant|vrai|humain|vraie|personne ..5
      est_ce_qu|il|y ..1 a quelqu ..1 vivant|humain|vrai|reel ..4
      passez|passe|donnez|trouvez|mettez moi|nous quelqu_un|quelqu ..3 $
      ! passez|passe|transferez|donnez moi|nous au|a_la|le|la|l|un|une|votre|quelqu ..1 <someone>|secretariat|secretaire|accueil|reception|infirmiere|docteur|medecin|un|humain ..3
      pouvez|pourriez|peux vous|tu me|nous passer votre|ton|un|le|la chef|patron|responsable|superieur|collegue|directeur
      passez|passe moi votre|ton|un|le|la superieur|chef|patron|responsable|secretaire|collegue|directeur
      je ne? parle|discute pas aux|a|avec|a_un|a_une robots|robot|machines|machine|une_machine
      est|y|il ..5 un|une|des|quelqu_un humain|vraie_personne|vrai_humain|personne_reelle ..2
      le? service|accueil client|clients|clientele
      je|j|est_ce_que|pourrais|puis|peux|on? je|veux|voudrais|peux|puis|aimerais|prefere|souhaite|souhaiterais|pourrais|j|me|desire|pouvez|pourriez|dois? bien|vraiment|plutot|je|vous|me|directement? parler|discuter|avoir|passer|joindre|communiquer|echanger|transferer|mettre a|avec|en|au|directement? contact|relation|ligne? avec|a? <a>? <real>? <someone> <real>?
      je|j? veux|voudrais|aimerais|prefere|souhaite|cherche|demande <a> <real>? <someone> <real>?
      passez|passe|transferez|mettez|donnez|connectez moi|me en|avec|a|vers|au? relation|ligne|contact? avec|a? <a>? <real>? <someone> <real>?
      <a>? vrai|vraie|veritable personne|humain|etre_humain|conseiller|agent
      <a>? personne reelle|humaine|physique
      <a>? operateur|operatrice|conseiller|agent|representant|humain|standardiste|telephoniste
      je|j|est_ce_que|pourrais|puis|peux|on? je|j|veux|voudrais|peux|puis|aimerais|prefere|prefererais? ..2 parler|discuter|parle avec|au|a|a_la|en? <a>? <real>? <someone>|secretariat|secretaire|accueil|reception <real>?
      je|j? prefere|prefererais|voudrais|aimerais en|le? discuter|parler|voir|regler avec <a>? <real>? <someone>
      passez|passe moi le|la|votre|un|une secretariat|secretaire|accueil|reception|responsable
      y a t il|quelqu_un ..5 parler|humain
      parler a|avec quelqu_un|un_humain|une_personne|une_vraie_personne|un_conseiller|un_agent d_autre?
      je? ne? veux|parle pas parler|parle? a|avec une|un machine|robot|ordinateur
    `,
    not_interested: `
      on|nous n|ne? est|sommes vraiment? pas interesse|interesses
      nous|on ne|n? sommes|est pas interesses|interesse
      je|j|nous|on n? ai|avons|a besoin|pas_besoin de|d rien
      je|j|nous|on n|ne? achete|veux|voulons|achetons rien ..1 $
      non|ca|cela|je|j? ca|je|ne|n|suis|m|me|nous? ne|n|m|suis|me|interesse|nous|sommes? interesse|interessee|pas|interesses|m pas|du_tout|interesse|interessee|pas_du_tout interesse|interessee|interesses|du_tout?
      pas|aucunement|nullement interesse|interessee|interesses|interet
      ca|cela? ne? m|me|nous interesse pas du_tout?
      aucun interet
      ca ne? m interesse pas
      je|j|on? n|ne|en|n_en? veux|ai|en_veux|en_ai? pas|aucun besoin de_ca|d_en_avoir?
    `,
    voicemail: `
      laissez|laisser|veuillez_laisser|enregistrez|merci_de_laisser|vous_pouvez_laisser|laisse|vous_pouvez|me|nous moi|nous|laisser|un|votre|vos? un|votre|vos|message|ton? message|nom|coordonnees ..3 apres|tonalite? le? bip|signal|signal_sonore|sonore|tonalite|bip_sonore?
      apres le|la|ce bip|signal|tonalite|signal_sonore|bip_sonore|beep sonore?
      messagerie|boite vocale|de
      vous etes bien? sur|chez ..1 repondeur|messagerie|boite ..3
      repondeur de|automatique
      votre|le correspondant|abonne ..3 n_est_pas|indisponible ..1 joignable|disponible|en_mesure?
      le numero que vous avez? demandez|compose|appelez|demande ..4
      je|nous? ne|n|suis|sommes|est? suis|est|sommes|actuellement|peux? actuellement|pour_le_moment|pas|absent|absente|pas_disponible pas|disponible|joignable|absent|indisponible|vous_repondre|pour_le_moment disponible|joignable|vous_repondre|pour_le_moment?
      je ne peux|puis pas|actuellement|malheureusement ..2 repondre
    `,
    repeat: `
      ! ca|ligne|communication|ca_a|l a|est|coupe|s_est coupe|saute|grille|gresille|mauvaise|coupee ..2 vous|tu|qu|que|quoi|pouvez|repetez|j ..5
      ai rien|pas|mal compris|entendu|suivi|capte|saisi ..3
      hein|quoi|pardon|comment quoi|hein|pardon|comment
      repetez|repete|repetez_moi|redites|redites_moi|parlez|reprenez ..1 s_il|plus|doucement|lentement|fort|la|ca|votre|j|je ..5
      je n|ne? ai pas pu|bien|reussi entendre|comprendre|entendu|compris
      qu|que est ce que vous|tu venez|viens de dire
      moins|plus vite|lentement|doucement|fort
      pouvez|peux|pourriez|pourrais|vous|tu|est_ce_que|veuillez|il? vous|tu|pouvez|peux|me|pourriez|est_ce_que|pourrais|faudrait? me|la|le|vous|pouvez? repeter|redire|reformuler|repetez|repete|redites|redis|redites_moi|repetez_moi|recommencer|dire la|votre|ca|cela|moi|encore|le|s_il|a_nouveau|ce_que_vous_avez_dit|que_vous? question|encore|derniere|phrase|dernier|une_fois? encore|une_fois? une? fois?
      repetez|repete|redites|redis|repeter moi|la|ca|cela|le? ca|la|question?
      encore une fois
      comment ca|dites_vous|vous_dites?
      comment|pardon|hein|quoi|plait il|pardon|excusez_moi|vous_dites|vous_avez_dit|desole|comment?
      qu|que|vous est_ce_que|avez|dites|disiez|disais|as|avez_dit? vous|tu|avez|dites|disiez? avez|as|dit|disiez|dites|quoi dit|quoi?
      je|j|excusez_moi|desole|pardon? j|je? n|ne? vous|t|te|l|le|la? ai pas|mal|rien ..1 entendu|compris|saisi|suivi|capte ..2
      je|j|excusez_moi|desole|pardon? j|je? n|ne? vous|t|te|l|le|la? entends|comprends|entend|comprend|saisis pas|mal|rien|tres_mal|plus bien|tres_bien?
      vous|t ai pas entendu|compris
      quelle|c_etait_quoi etait|est|la? la|votre|deja? question deja?
      vous_pouvez|pouvez_vous|pourriez_vous|tu_peux ..1 repeter|redire ..2
      qu avez vous dit
      parlez|parler|pouvez|parle ..2 plus fort|lentement|doucement
      plus fort|lentement
    `,
    hold_on: `
      un|une|deux|petit|petite ..1 instant|seconde|minute|minutes|secondes|moment ..1 je|j|que|on|faut ..7
      patientez|attendez|attends|patiente|tenez|quittez_pas|quittez|bougez_pas|ne_quittez_pas|un_instant|une_seconde|une_minute|deux_secondes|deux_minutes|un_moment|instant|minute|une_petite_seconde bon|pas|donc? je|j|que|le|il_faut|faut|on ..8
      tenez|tiens bon|un_instant|une_seconde|une_minute ..5
      un|une|deux|petite|juste_une|juste_un instant|seconde|minute|minutes|secondes|moment je|j|que|on ..6
      laissez|laisse|je moi|vais|dois regarder|verifier|prendre|chercher ..1 mon|ma|mes|un|le agenda|calendrier|lunettes|stylo|papier
      attendez|attends|patientez|donnez|donne|juste|quittez|laissez|accordez|un? un|une|moi|petite|petit|deux|je|juste|pas|donc? un|une|deux|petit|petite|quelques|seconde|instant|moment|minute|minutes|secondes|peu instant|moment|seconde|secondes|minute|minutes|petit|petite|peu moment|instant|seconde|minute|s_il|je|ici?
      attendez|attends|patientez|minute|instant|quittez_pas|ne_quittez_pas|ne_quitte_pas|quitte_pas un|une|deux? instant|moment|seconde|minute|minutes|secondes?
      un|une|deux|petite|petit|juste_un|juste_une moment|instant|seconde|minute|secondes|minutes|petit_instant|petite_seconde|petit_moment|petite_minute
      je? reviens|arrive tout|de? suite?
      bougez|quittez|raccrochez|coupez pas
      ne quittez|raccrochez|coupez|bougez pas ..1
      restez|reste|gardez en|la ligne
      attendez|attends|patientez une|un|juste|donc? petit|petite|tout_petit? instant|moment|seconde|minute|peu?
      je|j vais|prends|cherche|note|dois|regarde voir|chercher|un|mon|ma|mes|une|prendre ..2
    `,
  },
  optIn: `
    reabonnez|reabonne|reinscrivez|reinscris|remettez|remets|reactivez moi|nous|les|mes|le? sur|dans|messages|sms? ..3
    me|nous? reabonner|reinscrire|reabonnez
    je|j|nous? veux|voudrais|souhaite|souhaiterais|aimerais|voulons ..1 recevoir|avoir ..1 a_nouveau|de_nouveau|encore|nouveau|denouveau ..1 <messages>|rappels
    je|j|nous? veux|voudrais|souhaite|souhaiterais|aimerais|voulons ..1 de_nouveau|a_nouveau recevoir|avoir ..2 <messages>|rappels
    je|j|nous? veux|voudrais|souhaite|souhaiterais|aimerais|voulons ..1 recevoir|avoir ..1 <messages>|rappels a|de|encore nouveau?
    reprenez|reprendre|recommencez|recommencer les|vos|a|l|mes|d? ..1 <messages>|envois|envoi|ecrire|rappels
    vous pouvez a_nouveau|de_nouveau|re? m|me|nous? ecrire|envoyer|contacter ..3 a_nouveau|de_nouveau?
    renvoyez|reenvoyez moi ..2 <messages>|rappels
  `,
  optOut: frenchOptOut,
});

/** What callers say in French when a conversation is over, written without diacritics, separated by vertical bars. */
export const frenchFarewells = `au revoir|salut|a bientot|a plus tard|a plus|a demain|bonne journee|bonne soiree|bonne nuit|merci|merci beaucoup|merci bien|
  je vous remercie|vous aussi|a vous aussi|pareillement|de meme|oui|d'accord|tres bien|bien|parfait|super|entendu|ca marche|c'est bon|
  non merci|c'est tout|non c'est tout|rien d'autre|ce sera tout|de rien`;
