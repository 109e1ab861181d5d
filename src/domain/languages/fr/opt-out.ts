import type { OptOutRules } from '../../understanding/opt-out-rules.ts';

export const frenchOptOutParts = {
  no: 'plus_jamais|jamais_plus|jamais|plus',
  never: 'plus_jamais|jamais_plus|jamais',
  me: 'm|me|nous|moi',
  call: 'appelez|appelle|appeler|rappelez|rappelle|rappeler|telephonez|telephone|telephoner|retelephonez|appeliez|appelles|rappeliez|rappelles|telephoniez|appellent',
  calling: 'appeler|rappeler|telephoner|retelephoner|passer_des_coups_de_fil|faire_appeler|sonner',
  write: 'ecrivez|ecris|ecrire|textez|texte|texter|ecriviez',
  send: 'envoyez|envoie|envoyer|adressez|envoyiez|envoies',
  contact: `contactez|contacte|contacter|derangez|derange|deranger|embetez|embete|embeter|recontactez|recontacter|recontacte|importunez|importuner|harcelez|harceler|harcele
    |sollicitez|solliciter|relancez|relancer|achalez|achale|achaler|ecoeurez|ennuyez|ennuyer|gavez|contactiez|derangiez|joignez|joindre|demarchez|demarcher|soulez|emmerdez|emmerder`,
  contacting: `contacter|deranger|embeter|recontacter|importuner|harceler|solliciter|relancer|achaler|ecoeurer|ennuyer|demarcher|souler|emmerder|harcelement`,
  contacted:
    'contacte|contactee|contactes|derange|derangee|deranges|sollicite|sollicitee|importune|importunee|demarche|demarchee|harcele|harcelee|recontacte|recontactee',
  called: 'appele|appelee|appeles|rappele|rappelee|rappeles',
  stop: 'arretez|arrete|cessez|cesse|stop|stoppez|finissez|arreter',
  calls:
    'appels|appel|coups_de_fil|coup_de_fil|telephones|demarchage|demarchage_telephonique|appels_telephoniques|coups_de_telephone',
  messages:
    'messages|message|sms|mails|mail|emails|email|e_mails|courriels|courriel|textos|texto|pub|publicite|publicites|pubs|newsletter|newsletters|e-mails|courriers|spam|spams|offres|notifications',
  list: 'envois|mailings|liste_d_appel|liste|listes|fichier|fichiers|base|base_de_donnees|registre|registres|repertoire|systeme|listing|annuaire|liste_d_appels|liste_de_diffusion|carnet|donnees|diffusion|mailing_list',
  your: 'votre|vos|la|le|les|cette|ta|tes|ce|toutes_vos|tous_vos|notre',
  remove: `retirez|retire|retirer|enlevez|enleve|enlever|supprimez|supprime|supprimer|rayez|raye|rayer|radiez|radie|radier|effacez|efface|effacer|otez|ote|oter|sortez|sors|sortir|virez|vire|virer|biffez|eliminez|desinscrivez|desinscrire|desabonnez|desabonner|bloquez|oubliez|tirez|enlevez_donc`,
  entry:
    'numero|numero_de_telephone|nom|coordonnees|donnees|donnees_personnelles|telephone|adresse|contact|mail|email|portable|compte|adresse_mail|infos|fiche',
  authority:
    'plainte|police|avocat|gendarmes|gendarmerie|denonce|denoncer|signale|signaler|tribunal|justice|cnil|huissier|poursuis|poursuivre',
  wish: 'aimerais|prefererais|souhaiterais|voudrais|prefere|aimerions|preferons|souhaiterions|souhaite|demande',
  theseCalls:
    'vos_appels|ces_appels|tes_appels|tous_ces_appels|tous_vos_appels|les_appels|vos_coups_de_fil|ces_coups_de_fil',
  averse:
    'arretez|cessez|stop|marre|assez|n_en_peux_plus|en_peux_plus|en_peux_plus_de|supporte_plus|ne_supporte_plus|n_apprecie_pas|apprecie_pas|n_aime_pas|aime_pas|deteste|ras_le_bol|fin_a|mettez_fin_a|veux_pas|finissez|ne_veux_pas',
} as const;

export const frenchOptOut: OptOutRules = {
  calls: {
    absolute: `
      ! bloctel|liste_rouge|liste_d_opposition
      !! si vous|tu|ca n|ne? arretez|arretes|cessez|s_arrete|arrete pas ..7 <authority>|saisis|saisir|dgccrf|ufc
      ! faites|fais|veillez ..1 en|a|ce|pour ..1 sorte|que|ce ..1 que? je|j|on|nous ..1 ne? sois|soit|soyons|suis plus ..1 <called>|<contacted> ..1
      <stop>|cesser|arreter|cessation|arret|cessiez|arretiez|finir|finissez ..3 appels|coups_de_fil|coups_de_telephone|demarchage ..2
      ! je|j|on|nous bloque|bloquerai|bloquons|vais_bloquer|ai_bloque votre|vos|ton|ce numero|numeros ..2
      ! n|ne? essayez|essaie|tentez pas|plus d|avec|depuis un? autre ..2
      ! vous|t|leur ai|a|avons|avais|avait|ont deja|bien|toujours|trois_fois|dix_fois? dit|demande|repete|prevenu|signifie|ecrit ..1 de|d plus|ne_plus|pas|ne_pas me|m|nous? <calling>|<contacting>|appeler ..2
      !! jamais|pas ..2 donne|consenti|autorise ..2 accord|consentement|permission|autorisation ..4 appelle|appeliez|appeler|appele|contacte|contacter ..2
      laissez|laisse|foutez|fichez|lachez la|le|les|ma_mere|mon_pere|mon_mari|ma_femme|lui|leur ..1 tranquille|tranquilles|en_paix|la_paix
      !! note|noter|notez|prendre_note ..3 ne plus|pas|souhaite ..2 <calling>|<calls>|appel|appels ..3
      n|ne? souhaite|veux|desire recevoir|prendre aucun|pas_d|plus_d|jamais_d ..1 <calls> ..3
      ne? l|le|la|les|lui appelez|rappelez|telephonez|contactez|derangez|harcelez ..1 plus|plus_jamais|jamais
      ! decede|decedee|mort|morte|enterre|disparu ..6 appelez|rappelez|telephonez|contactez ..1 plus|plus_jamais|jamais
      ne? appelez|rappelez|telephonez|contactez|derangez|appelle|rappelle plus ici|la|chez_nous|chez_moi|a_la_maison|ma_mere|mon_pere|mon_mari|ma_femme|ma_grand_mere|mes_parents|ce_numero|sur_ce_numero ..2
      ! exige|exigeons|veux|voudrais|demande|souhaite|j_exige|ordonne|desire|aimerais ..1 que vous|tu|ca|cela|ces_appels|vos_appels ..1 cessiez|arretiez|cesse|cessent|s_arrete|s_arretent|arretes|s|arrete ..2 ces|vos|les|de|d|tout|immediatement|maintenant|tout_de_suite|appels|definitivement ..3
      ! aimerais|voudrais|souhaite|souhaiterais|veux|prefere|prefererais|desire|souhaitons|demande|merci_de|prie_de ..2 ne plus|pas ..1 recevoir|avoir|etre ..2 <calls>|appels|<called>|<contacted>|coups_de_fil|robots
      ! fini|finis|finie|termine|terminee|basta|stop|halte ..1 avec? les|ces|vos|tous_ces|tes? <calls>
      ! les|ces|vos|tes <calls> ..1 c_est|c|est? ..1 fini|termine|assez|stop|basta ..2
      ! vous|tu m|me|nous appelez|telephonez|harcelez|derangez|appelles|sonnez ..6 ca|cela|c|est suffit|est|assez|fini|termine|stop|trop ..4 fini|termine|maintenant|suffit|assez|stop|arretez|cessez
      ! vous|tu m|me|nous appelez|telephonez|harcelez|derangez|appelles ..6 ca|cela suffit ..3
      ! ca|cela|y_en_a suffit|marre|assez ..2 les|vos|ces|avec|de|d|tous ..2 <calls>|appels|coups_de_telephone|coups_de_fil
      ! alors|donc|maintenant maintenant? vous|tu arretez|arretes|cessez $
      ! mets|mettons|met en demeure ..2 de|d ..3 <calls>|<contact>|cesser|arreter|appeler|contacter|demarchage|stopper
      cesser|arreter|cessez|arretez|stopper|cessation|arret ..2 tout|toute|tous|toutes|de_tout|de_toute|immediate|immediat ..2 <calls>|demarchage|contact|communication|sollicitation|appel|prospection
      ! demande|exige|reclame|solliciter|ordonne ..1 l|la|le arret|cessation|fin|interruption|arret_immediat ..4 <calls>|contact|demarchage|sollicitations|harcelement|communication
      mettez|inscrivez|placez|ajoutez|notez|mets moi|nous|mon_numero|ce_numero ..1 sur|dans|parmi|a|au|en ..5 exclus|exclusion|opposition|opposes|rouge|noire|bloques|bloque|bloctel|ne_plus_appeler|ne_pas_appeler|ne_plus_contacter|blacklist|indesirables
      blacklistez|blackliste|bloquez|bloque|barrez|supprimez|effacez|rayez|oubliez|perdez|jetez|retirez|enlevez|virez mon|ce|notre numero|telephone ..2
      !! appelle|previens|contacte|alerte la|les|mon|ma police|gendarmes|gendarmerie|avocat|cnil ..1 si ..1 ca|vous|tu ..2 continue|continuez|recommence|rappelez|recommencez|appelez|insistez|arretez
      !! si ..2 ca|cela|vous continue|continuez|persiste|persistez|recommence|n_arretez_pas ..4 <authority>
      lachez|lache|foutez|fichez|laissez moi|nous|la_paix|la|m|donc? ..1 avec|de vos|ces|tes|votre ..1 <calls>|robots|pub|messages|sms
      ! de cesser|arreter|stopper de|d m|me|nous? <calling>|appeler|telephoner|deranger
      ! pas|jamais|plus donne|consenti|autorise|accepte|accord|demande ..2 a|pour|que|etre|d_etre|de|mon_accord ..3 <called>|<contacted>|<calls>|m_appeler|m_appeliez|appeliez|demarche
      ! n|ne? autorise|tolere|accepte|admets plus|pas ..1 aucun|un|d|de|vos|que|d_autres|que_vous|ces ..1 <calls>|appel|appeliez|m_appeliez|contact
      ! vous|tu n|ne? avez|as pas|aucun le|aucun? droit de|d m|me|nous? <calling>|<contacting>|appeler
      virez|degagez|degage|tirez|barrez|sortez|otez|effacez|enlevez|retirez|rayez|supprimez|radiez|ejectez|sors|vire moi|nous|m|mon_nom|mon_numero|mes_coordonnees|mes_donnees ..1 de|d|du|des|vos|hors_de votre|vos|la|tes|ta|ton|tous_vos|toutes_vos? ..1 <list>|contacts|clients|appels|ordinateur|base|base_de_donnees|fichier|fichiers|rappels
      ! combien de fois ..6 plus|arreter|pas ..2 <calling>|<call>|<calls>
      plus jamais|un|aucun|un_seul d|de? ..1 <calls>|coup_de_fil
      !! <calls> ..6 que ca s_arrete|cesse
      !! <calls> ..6 que ca s arrete
      ! ne? veux|souhaite pas|plus que ..3 m|me|nous <call>
      ! n ai|avons pas besoin de vos|ces <calls>
      !! harcelez|harceler|derangez ..3 <authority>
      !! harcelez|derangez ..2 ou ..7 <authority>
      !! <averse> ..2 <theseCalls> ..1 arretez?
      !! peux|supporte plus ..1 de|d? <theseCalls>
      ! n|ne essayez|tentez|avisez pas|plus|surtout ..2 de|d m|me|nous? <calling>|<contact>|<call>
      ! ne vous avisez pas|plus ..1 de me|m|nous? <calling>|<call>
      ! personne ..5 ne veut|souhaite ..1 etre <called>|<contacted>
      !! si ..3 telephone ..1 sonne ..6 <authority>
      !! avocat|police|plainte ..3 si vous|tu me? <call>|insistez|continuez
      arretez|cessez|stop de|d composer|faire|appeler ce|mon numero
      n|ne utilisez|composez|faites plus ..1 mon|ce numero
      ! veut|veux|voulons|souhaite plus ..1 vous entendre|avoir_au_telephone|avoir
      t|vous arretes|arretez ..1 de|d m|me|nous? <calling>|<call> ..1
      tu|vous m|me appelles|appelez plus $
      ni ..3 ni jamais n|ne? <call> plus
      pas|plus de demarchage ..2
      achalez|tannez|badrez|tanne|achale moi|nous|m? plus ..3
      m achalez|tannez plus ..3
      !! est|soit|sera ..2 derniere fois que vous|tu|on|l_on ..2 <call>|<contact>
      encore|un|autre|prochain un? appel|coup_de_fil|message ..2 et je|j|on ..3 <authority>
      !! la prochaine fois ..5 <authority>
      !! si vous|tu|on ..4 <call>|<contact>|recommencez|continuez|insistez ..4 <authority>
      ! <authority> ..1 si vous ..3 <call>
      !! harcelement ..4 <authority>|arretez|cessez|stop
      ! marre|assez|ras_le_bol|suffit|plein_le_dos de|d|avec? ..1 vos|ces|tous_vos? <calls>|etre_appele|etre_derange|etre_appelee|etre_derangee|etre_harcele
      stop|halte aux|a_vos|a_ces|les|au <calls>
      ! arreter|arretez|cessez|cesser|stopper ..2 avec|vos|ces|les|tous_vos ..1 <calls>
      !! comment|que|quoi|qu ..5 pour|que ..2 plus|arretiez|cessiez|arreter ..4 <called>|<calls>|<calling>|<call>
      ! interdis|defends ..2 de m|me|nous? <call>|<contact>
      abstenez_vous|abstiens_toi|gardez_vous|evitez de|d m|me|nous? <calling>|<contact>
      ! refuse d|de|que? ..1 etre <called>|<contacted>
      n|ne essayez plus ..3 <call>|<calling>
      n|ne composez|faites plus ..3 numero
      ! interesse pas|plus ..1 ne? rappelez|appelez|telephonez pas|plus
      n|ne? appelez|telephonez|rappelez plus a_la_maison|chez_moi|chez_nous
      ne? plus jamais|me|m me|m|nous? <call>
      ne|n? plus_jamais|jamais me|m|nous? <call>
      ne|n <me>? <call> ..1 <never>
      m|me|nous <call> ..1 <never>
      appelez|rappelez|telephonez|appelle|rappelle|telephone moi|nous plus_jamais|jamais
      <stop> de|d|vos|tous_vos|ces|avec_vos|les? <me>? <calling>|<calls>
      ! arretiez|cessiez|arreteriez|arreter|cesser|arretez de|d <me>? ..1 <calling>
      si vous|tu|on <me>? appelez|rappelez|rappelles|appelle|recommencez|continuez|insistez|appelles|harcelez encore|une_fois|a|de|encore_une_fois|a_nouveau? ..3 je|j ..1 porte|porterai|depose|appelle|signale|contacte|previens|vous|bloque|denonce ..3
      ! demande|prie|somme|exige|ordonne ..2 de cesser|arreter|ne_plus ..3
      <stop> ca|tout|un_peu de <me>? <calling>
      plus_jamais|plus_un|plus_aucun d|de|un|aucun? <calls>
      ! marre|assez|ras_le_bol de|d vos|ces|tous_vos? <calls>|etre_appele|etre_appelee
      je m oppose ..3 demarchage|appels|prospection
    `,
    narrowable: `
      !! pourriez|pouvez|pourrais|peux vous|tu? ne? plus ..1 m|me|nous? <call>|<contact>
      !! <wish> ..2 que|qu vous|tu|on|l_on ne? m|me|nous <call>|<contact> plus|pas
      !! <wish> ..1 ne plus|pas ..1 etre <called>|<contacted>
      ! ne? veut|voulons|veux|souhaite plus ..1 etre <contacted>|<called>
      ^ de? ne pas|plus me|m|nous? <call>|<contact>
      ne|n <me>? <call> ..1 plus
      ne plus me|m|nous? <call>
      n|ne <me>? <call> pas|point
      ! vous ne? m|me|nous appelez|rappelez|telephonez|contactez|derangez plus
      appelez|rappelez|telephonez moi|nous|ici|a_ce_numero|chez_nous plus|pas
      me|m|nous appelez|rappelez|telephonez plus|pas
      n|ne|m|nous|plus? appelez|rappelez|telephonez plus
      ! ne? veux|voudrais|souhaite|souhaitons|voulons|desire|veut plus|pas|plus_du_tout|pas_du_tout ..1 etre|qu_on_m|que_vous_m|que_vous_me|que_l_on_m|que_tu_m|qu_on_me|que_vous_nous|recevoir|d|de_vos|de|avoir <called>|appeliez|appelle|appelles|rappeliez|rappelle|telephoniez|telephone|d_appels|d_appel|vos_appels|<calls>|de_coups_de_fil|aucun_appel
      ! ne? veux|voudrais|souhaite|souhaitons|voulons|desire plus|pas ..1 recevoir d|de|vos|aucun|de_vos? ..1 <calls>
      plus d|de|aucun <calls>
      ! aucun appel
      prefere|demande|voudrais|veux|souhaite|souhaiterais que vous|tu ne <me>? appeliez|rappeliez|telephoniez|appelles plus|pas
    `,
  },
  messages: {
    absolute: `
      ! je|j me|m desinscris|desabonne|retire|desabonnes $
      ! jveux|veux|voudrais|souhaite|desire|jvx|veu|j_veux|aimerais|souhaiterais ..1 ne? plus ..1 de|d|recevoir|vos|avoir ..2 <messages>|txt|txts|rappels|sms
      <stop> de|d? menvoyer|m_envoyer|mecrire|m_ecrire|nous_envoyer|envoyer ..2 <messages>|textos|trucs|ca|rappels|txt
      <stop> avec|les|ces|vos|tes|la? les|ces|vos|tes? <messages>|txt|txts|textos|rappels|spams
      ! ne|de_ne plus|pas m|me|nous? menvoyer|envoyer|ecrire|texter|menvoyez|mecrire|adresser ..2
      plus de|d <messages>|txt|rappels ..2 $
      ! cesser|arreter|stopper|cessez|arretez vos|ces|les|tous_vos envois|<messages>
      ^ pas de pub|publicite|spam|messages|sms $
      ! marre|assez|ras_le_bol de vos|ces|tous_vos <messages>
      ! spam ..1 arretez|stop|cessez
      ! arretiez|cessiez|arreter|cesser de|d <me>? ..1 ecrire|envoyer|texter|spammer
      ne|n? <me>? plus_jamais|jamais <write>|<send>
      ne|n? <me>? <write>|<send> ..1 <never>
      <stop> de|d|vos|tous_vos|ces|avec_vos|les? <me>? ..1 ecrire|texter|envoyer|<messages>|spammer
      plus_jamais|plus_un|plus_aucun d|de|un|aucun? <messages>
      desinscription|desabonnement immediat|immediate?
    `,
    narrowable: `
      ne|n <me>? <write> plus|pas
      ne|n? me|m|nous <send> plus|pas ..1 <messages>?
      ecrivez|ecris|envoyez|envoie|textez moi|nous plus|pas ..1 <messages>?
      ne plus me|m|nous? <write>|<send>
      ! ne? veux|voudrais|souhaite|souhaitons|voulons|desire plus|pas ..1 recevoir|de|d|que_vous_m|vos|qu_on_m|avoir ..1 <messages>|ecriviez|envoyiez|ecrive|aucun_message
      plus de|d|aucun <messages>
    `,
  },
  contact: {
    absolute: `
      ! veux|souhaite|voulons plus avoir_affaire|avoir affaire|a ..2
      ! m oppose a tout|toute|tous ..1 contact|appel|demarchage
      ! revoque|retire tout|tous|mes|le ..1 consentement|consentements|accord
      mon|ce|notre numero|nom n|ne a|doit ..3 sur votre ..1 <list>
      arretez|cessez|stop ou ..3 <authority>
      ! me|nous laisser|laisse|laissez|laissiez tranquille|tranquilles|en_paix|la_paix
      ! veux|voudrais|voulons ..2 la paix $
      ! inscrit|inscrite|suis ..2 bloctel
      ! ne? veux|souhaite|voudrais|voulons plus|pas? ..1 etre|figurer|apparaitre|faire_partie sur|dans|de aucune|votre|vos|aucun ..1 <list>
      ! retire|revoque|annule mon|le consentement
      ! m oppose ..4 donnees|prospection|traitement|utilisation|demarchage
      ! veux|souhaite|voulons plus rien ..1 avoir_a_faire|a_voir|savoir ..3
      ! plus ..1 avoir|entendre|recevoir de vos nouvelles
      oubliez|oublie moi|nous
      ne|n? <me>? plus_jamais|jamais <contact>
      ne|n? <me>? <contact> ..1 <never>
      ne plus_jamais me|m|nous <contact>
      ! arretiez|cessiez|arreter|cesser de|d <me>? ..1 <contacting>
      ! cesser|arreter|arretez|cessez tout|toute contact|communication|sollicitation
      <stop> de|d|vos|ce|avec? <me>? <contacting>
      laissez|laisse|lachez|lache|foutez|fous|fichez|fiche|me_laissez|nous_laissez|me_laisser|nous_laisser moi|nous|donc? tranquille|tranquilles|en_paix|la_paix|la_grappe|les_baskets|un_peu_tranquille|enfin_tranquille
      lachez|lache moi|nous
      me|nous lacher|laisse|laissiez tranquille|en_paix|les_baskets
      ne? veux|souhaite|voudrais plus|pas etre|figurer|apparaitre|faire_partie sur|dans|de <your> <list>
      mettez|inscrivez|ajoutez moi|nous ..2 liste ..1 noire|rouge|d_opposition|d_exclusion|exclusion
      je? retire|revoque mon|le consentement
      je? m oppose ..4 donnees|prospection|traitement|utilisation|contacte
      ! ne? veux|souhaite|voudrais plus|pas|plus_jamais|jamais ..1 entendre parler de|d vous|toi
      ! ne? veux|souhaite plus rien ..2 de vous
    `,
    narrowable: `
      ne|n <me>? <contact> plus|pas
      ne plus me|m|nous? <contact>
      me|m|nous derangez|contactez|embetez|recontactez|harcelez|importunez plus|pas
      contactez|derangez|embetez|recontactez|achalez|ecoeurez|importunez|harcelez|ennuyez moi|nous plus|pas
      ! ne? veux|voudrais|souhaite|souhaitons|voulons|desire plus|pas ..1 etre|qu_on_me|que_vous_me|que_tu_me|qu_on_nous|qu_on_m ..1 <contacted>|contactiez|derangiez|contacte|derange|embetiez|harceliez|derangeons
      ! ne? veux|voudrais|souhaite|souhaitons|voulons plus|pas aucun|de|d contact
      ! plus aucun contact
      ! n|ne entrez|prenez|cherchez plus en|a? ..1 contact|me_joindre
    `,
  },
  removals: `
      ! change de ..2 retirez|enlevez|supprimez|effacez|rayez|desinscrivez moi|nous ..3
      degagez|degage|virez|ejectez|otez|effacez|retirez moi|nous ..1 de|d|du|des ..1 vos|votre|la|tes|ta? ..1 <list>|contacts|clients|base_de_donnees|base
      ! merci_de|priere_de|veuillez|svp|vous_prie_de|demande_de retirer|enlever|supprimer|effacer|desinscrire|desabonner|rayer mon|ma|mes|cette|ce|cet|m|me ..1 <entry>|adresse|mail|numero
      ! plus|suis plus votre|vos|client|patient|patiente|cliente ..6 desinscrire|desabonner|supprimez|retirez|arretez|enlevez ..3
    !! coordonnees|donnees|numero ..3 effacez|supprimez|retirez|enlevez les|le
    ! que vous|tu supprimiez|effaciez|retiriez|enleviez|supprimes|effaces mon|mes|toutes_mes <entry>
    ! suppression|effacement|retrait de ..1 mes|mon|nos|toutes_mes ..1 <entry>
    ! droit a|d|l ..1 effacement|opposition|oubli|suppression
    ! numero ..1 <remove> le
    ! comment ..4 desinscris|desinscrit|desinscrire|desabonner|desabonne
    <remove> moi|nous de|d? ..1 newsletter|liste_de_diffusion
    desabonnez|desabonne|desinscrivez|desinscris moi|nous
    me|nous desabonner|desinscrire|desabonnez|desinscrivez
    ! <remove> moi|nous|m|me donc|tout_de_suite|immediatement|vite|completement? de|d|du|des|sur|hors_de <your>? ..1 <list>
    <remove> moi|nous|m|me de|d la? dessus|la|toutes_vos_listes
    ! me|nous|m|etre <remove>|retire|retiree|raye|rayee|efface|effacee|enleve|enlevee|supprime|supprimee|radie|radiee de|du|des <your>? ..1 <list>
    ! <remove> mon|mes|notre|nos|ce|toutes_mes|le <entry>
    mon|mes|notre <entry> ..2 efface|supprime|effacees|supprimees|retire|enleve|effacer|supprimer
  `,
  negations: 'pas|ne|n|jamais',
  limits: {
    always: `
      attente
      avant|apres|pendant|jusqu|jusque|tant_que|lorsque|quand|si|sauf|mais_plutot|entre|des_que|lors
      a partir de|du|d
      par la poste|lettre
      tard|tot|souvent|longtemps|longuement|vite|fort|lentement|haut|doucement|tardivement
      trop|aussi|si tot|tard|souvent
    `,
    other: `
      aujourdhui|demain|maintenant|tout_de_suite|ce_soir|ce_matin|cet_apres_midi|cette_semaine|pour_le_moment|pour_l_instant|en_ce_moment|actuellement|la_maintenant|encore|cette_nuit|apres_demain
      le|la|l|en|ce|les|au|dans_la|pendant_la matin|soir|soiree|nuit|midi|apres_midi|journee|weekend|week|matinee|jour|semaine|<day>|dejeuner|diner
      <day>
      a|vers|de|des|depuis *<digit>*|midi|minuit|<number>
      au|a_mon|sur_mon|a_la|chez|dans_mon|sur_mon_lieu_de travail|bureau|boulot|maison|ecole|domicile|entreprise
      sur|a mon|le|mes|ce|cet|ma? portable|fixe|mobile|cellulaire|telephone|cell|ligne_fixe|ancien_numero|autre_numero|numero_professionnel|travail|lieu_de_travail|heures_de_travail
      aux|a|pendant mes|les|l|ces? heures|heure ..1 bureau|travail|repas|repas|indues
      par|via la? poste|mail|email|sms|courriel|whatsapp|courrier|telephone|texto|e_mail|message|lettre|fax
      autant|tous_les_jours|deux_fois|toutes_les_heures|sans_arret_comme_ca
      monsieur|madame|mademoiselle|comme_ca|ainsi|cheri|maitre
      mon|ma|mes|son|sa|chez_mon|chez_ma <person>
      elle|lui|eux
      necessaire|utile
    `,
  },
  preferences: `
    appelez|appelle|rappelez|ecrivez|ecris|envoyez|envoie|telephonez|texte moi|nous
    plutot|preferez|mieux un|par|sms|mail
    appelez|ecrivez plutot|sur|au
  `,
  neutral: 'a_ce_numero|sur_ce_numero|ici|chez_nous|chez_moi|donc|a_mon_numero|du_tout|moi|pas|plus',
  denials: `
    n|ne|pas ai|ai_pas|avais|ai_jamais|veux|dis|disais|dit|demande|suis_pas pas|jamais? dit|demande|dire|parle de|que|qu? ..2
    pas dit|demande|voulu|dire de|que|qu|ca? ..2
    pas|plus|est besoin|la_peine|necessaire|oblige|obligee|utile|obligation de|d|que|qu? ..2
    vous|tu n|ne avez|etes|as|es pas|plus besoin|oblige de|d? ..1
    pourquoi|dommage|content|contente|triste|etonne|parce ..3
    si vous|tu|on|je ..1
  `,
  subjects: `
    n|ne|pas|jamais
    de plus
    il|elle|ils|elles|on|personne|qui|je|j|nous|vous|tu|ca|cela ne|n|me|m|nous?
    recois|recoit|recevrez|recevez|recevras|avons|eu|recu|recevons|recevais
    mon|ma|mes|le|la|les|cette <person>|fils|fille|banque|gens|medecin|patron ne|n?
    peux|pouvez|pouvons|vais|allez|va|pourrai|pourrais|dois|devez|sais|as|a|ai|avez|ete
  `,
};
