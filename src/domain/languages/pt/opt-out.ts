import type { OptOutRules } from '../../understanding/opt-out-rules.ts';

export const portugueseOptOutParts = {
  no: 'nao|nunca_mais|nunca|jamais|ja_nao|que_nao',
  never: 'nunca_mais|nunca|jamais',
  me: 'me|nos|mais_me|para_mim|pra_mim|para_ca|pra_ca|aqui|para_aqui',
  more: 'nunca_mais|mais|nunca|outra_vez|de_novo|novamente|jamais',
  call: 'ligue|ligues|liguem|liga|ligar|telefone|telefonem|telefones|telefonar|chame|chamem|retorne|retornem|ligueis',
  calling: 'ligar|telefonar|ligando|telefonando|chamar|me_ligar|ligar_me|telefonar_me|a_ligar|a_telefonar',
  write: 'escreva|escrevam|escrevas|escrever|escreve',
  send: 'mande|mandem|mandes|manda|mandar|envie|enviem|envies|envia|enviar',
  contact: `insista|insistam|insistas|insiste|contacte|contactem|contate|contatem|contactes|incomode|incomodem|incomodes|perturbe|perturbem|perturbes|chateie|chateiem|chateies|aborreca|aborrecam|procure|procurem
    |importune|importunem|encha|enchas|encham|contactar|contatar|incomodar|perturbar|chatear|aborrecer|amole|amolem|atormente`,
  contacting:
    'contactar|contatar|incomodar|perturbar|chatear|aborrecer|importunar|encher|amolar|me_incomodar|me_perturbar|me_chatear|me_contatar|me_contactar|incomodar_me|contactar_me|atormentar|incomodando|perturbando|chateando|me_encher|chatear_me|a_chatear|a_incomodar',
  contacted:
    'contactado|contactada|contatado|contatada|incomodado|incomodada|perturbado|perturbada|importunado|procurado',
  again: 'volte|voltem|voltes|torne|tornem|tornes|volta|fique|fiquem|fica|continue|continuem|esteja|estejam',
  stop: 'pare|para|parem|pares|deixe|deixem|deixa|deixes|cesse|cessem|parar|vamos_parar',
  calls: 'ligacoes|ligacao|chamadas|chamada|telefonemas|telefonema|telefonadas',
  messages:
    'msgs|msg|lembretes|mensagens|mensagem|sms|emails|email|e_mails|e_mail|e-mails|propaganda|propagandas|publicidade|whatsapp|whatsapps|zap|newsletter|spam|mails|promocoes|torpedos|anuncios',
  list: 'lista|listas|cadastro|base|base_de_dados|banco_de_dados|sistema|registo|registro|mailing|ficheiro|contatos|contactos|newsletter',
  your: 'a|sua|suas|vossa|vossas|essa|dessa|desta|esta|o|seu|vosso|tua|voces|de_voces',
  of: 'da|de|do|dessa|desta|das|dos|desse|na|deste',
  remove:
    'esquecam|perde|perca|percam|risca|tire|tira|tirem|tirar|remova|remove|removam|remover|exclua|exclui|excluam|excluir|apague|apaga|apaguem|apagar|delete|deleta|deletem|deletar|elimine|elimina|eliminem|eliminar|retire|retira|retirem|retirar|risque|risquem|riscar|cancele_o|esqueca|esquece|bloqueie|bloqueiem|descadastre|descadastra|descadastrem|descadastrar|retirar|saca',
  entry:
    'numero|telefone|nome|dados|contacto|contato|celular|telemovel|cadastro|email|numero_de_telefone|dados_pessoais|registo|registro',
  authority:
    'denuncio|denunciar|denuncia|policia|processo|processar|processa|queixa|advogado|anatel|procon|tribunal|justica|deco|reclamacao',
  theseCalls:
    'essas_ligacoes|dessas_ligacoes|estas_chamadas|essas_chamadas|vossas_chamadas|as_vossas_chamadas|suas_ligacoes|as_chamadas|as_ligacoes|tantas_ligacoes|destas_chamadas|das_vossas_chamadas',
  averse:
    'parem_com|parem|acabem_com|acabem|chega|basta|farto|farta|nao_aguento|nao_aguento_mais|nao_suporto|nao_suporto_mais|nao_gosto|odeio|cansado|cansada|nao_quero|nao_tolero|ja_nao_aguento',
} as const;

const callsWith = (more: string): string => `
  ! <no> <me>? <me>? <call> ..3 ${more}
  ! <no> <again> mais? a <me>? <calling>
  ! <no> <again> mais? <me>? <calling>
`;

export const portugueseOptOut: OptOutRules = {
  calls: {
    absolute: `
      nao_me_perturbe|nao_perturbe
      !! se ..1 nao ..2 pararem|parar|param|cessarem|deixarem ..6 <authority>|procon|anacom|deco
      !! cessassem|cessem|parassem|parem|acabassem|acabem|acabaram|terminem|suspendam|interrompam|cessar ..3 ligacoes|chamadas|telefonemas ..2
      !! acabou|acabem|acabe|acaba ..1 historia|coisa|conversa de ligar|ligarem|ligacoes|chamadas ..2
      ! estamos|estou|tamos|to fartos|fartas|farto|farta|cansados|cansado|cansada|cheios ..3 <calls>|ligar ..1
      !! garantam|garanta|certifiquem|certifique|assegurem|facam|faca ..4 nao me|nos? ligam|ligue|liguem|telefonam|contactam|ligar mais ..1
      ! vou|estou|ja|irei bloquear|bloqueio|a_bloquear|bloquear_vos voces|vos|esse_numero|este_numero|o_numero|vosso_numero ..3
      ! nem|nao tentem|tente|tentes de|com|por outro|outros numero|telefone
      deixem|deixe|deixa|larguem|larga ela|ele|a_minha_mae|minha_mae|meu_pai|meus_pais|meu_marido|eles ..1 em_paz|sossegada|sossegado|quieta
      !! nunca|nao|jamais dei|demos ..1 autorizacao|permissao|consentimento ..4 ligarem|ligar|liguem|ligassem|me_ligarem|contactarem
      liga|ligue|liguem|ligar|telefona|telefone|telefonem mais nao ..3
      ! nao quero|aceito|admito|queremos robo|robos|maquina|maquinas|gravacao|computador|ninguem|voces ..2 ligando|a_ligar|ligar|telefonando|me_ligando|me_ligar|a_telefonar|telefonar ..3
      !! como ..6 nunca_mais|nao_mais|parar|pararem|parem|deixarem|acabar ..3 ligarem|ligacoes|ligando|chamadas|telefonarem|me_ligarem|de_ligar
      !! bloqueia|bloqueie|bloqueiem|bloquear|bloqueio me|meu|o|este|esse? ..9 nao|nunca|nunca_mais ..1 tocar|ligar|ligarem|chamar|receber ..3
      bloqueia|bloqueie|bloqueiem|bloqueiam o? meu|este|esse ..1 numero|telefone|contacto|celular
      me bloqueia|bloqueie|bloqueiem ai|no|na|por_favor|logo ..4
      ! coloquem|coloque|ponham|ponha|poe|incluam|inclua|metam|meta|adicionem|inscrevam|anotem me|o_meu_numero|meu_numero|o_meu|esse_numero|este_numero ..1 na|numa|em|nas|entre|no ..1 lista|registo|cadastro|registro|pessoas|numeros ..4 nao|exclusao|bloqueio|bloqueados|negra|robinson|proibidos ..3
      me coloquem|coloque|ponham|ponha|poe|poem|incluam|inclua|bota|botem na|numa|em|entre|no ..1 lista|registo|cadastro|registro|pessoas|numeros ..4 nao|exclusao|bloqueio|bloqueados|negra|robinson ..3
      esquecam|esqueca|esquece|esqueçam que? ..1 este|esse|meu|o_meu numero|telefone|contacto|contato ..2
      ! solicito|exijo|peco|requeiro|quero|ordeno|determino ..1 a|o|que? ..1 interrupcao|cessacao|cancelamento|suspensao|fim|paragem|termino|encerramento ..6 contato|contacto|chamadas|ligacoes|ligacao|chamada|telefonemas|comunicacao|comunicacoes
      ! ficam|fica|estao|sao|ficam_desde_ja|estao_desde_ja ..1 notificados|notificado|avisados|avisado|intimados|advertidos ..2 para|de|a|que ..2 cessar|cessarem|parar|pararem|nao|deixar ..5
      cessar|cessem|cesse|parem|suspendam|interrompam|encerrem|terminem de? imediato|imediatamente|ja|agora|todas|todo|qualquer|quaisquer|toda ..3 chamada|chamadas|ligacao|ligacoes|contato|contacto|comunicacao|contactos|contatos
      eu_ja|ja|ja_vos|vezes|mil|eu_disse|cansei ..2 disse|pedi|falei|avisei|dito|pedido|dizer|solicitei ..6 nao|parar|pararem|deixar|deixarem ..2 ligarem|telefonarem|liguem|ligassem|incomodarem|de_ligar|de_telefonar|de_me_ligar
      eu_ja|ja ..2 disse|pedi|falei|avisei|dito|pedido|repeti ..4 nao|pararem|parar|deixarem ..2 ligarem|telefonarem|ligassem|liguem|telefonassem|contactarem|contatarem|de_ligar mais|nunca_mais|de_novo|outra_vez|aqui|para_ca|pra_ca
      ! ja|semana|mes|vezes|ontem ..4 pedi|disse|falei|solicitei|pedido ..6 para|que|pra ..2 tirarem|tirar|retirarem|retirar|apagarem|apagar|removerem|remover|excluirem|excluir|tirem|retirem ..2 da|do|meu|numero|nome|dados|lista
      ! nao autorizo|autorizei|permito|consinto|consenti ..1 mais|nenhuma|qualquer|que|outras|autorizacao|novas ..4 chamada|chamadas|ligacao|ligacoes|liguem|ligarem|contactar|contactem|contatar|contatem|telefonem|contactar_me|me_ligar|ligar|contato|contacto
      nao liguem|ligue|telefonem|telefone|chamem|procurem mais pra|para|a|com ..4 $
      ! morreu|faleceu|falecido|falecida|falecimento ..9 nao|parem|nunca_mais|deixem liguem|ligue|telefonem|telefone|de_ligar|de_telefonar|procurem ..1 mais? ..3
      ! quero|queria|exijo|peco|agradeco|agradecia|gostaria ..1 que ..1 deixem|parem|cessem|pararem|deixassem|parassem ..2 ligar|telefonar|incomodar|contactar|me_ligar|ligar_me ..1
      ! agradecia|agradeco|gostaria|peco|solicito|queria|quero|desejo|exijo ..2 que? ..1 meu|o_meu|nosso numero|contacto|contato|nome|telefone ..1 fosse|seja|ser ..1 removido|apagado|retirado|eliminado|excluido ..6
      !! ate_quando|ja_chega_de|chega_de|basta_de ..2 ligar|ligarem|ligacao|ligacoes|ligando|chamadas|telefonemas|telefonema ..2
      nada de <calls>|ligar|telefonar mais|aqui|para_ca|pra_ca ..2
      ! nao e para|pra|se voces|mais? ..1 ligar|ligarem|telefonar mais|nunca|aqui
      ! nunca autorizei|consenti|permiti ..6 ligarem|ligassem|chamadas|ligacoes|contacto|contato|me_ligassem|autorizacao ..2
      !! chamadas|ligacoes ..6 quero que ..1 isso|isto|pare|parem ..1 pare?
      ! nao quero|queremos que ..4 me|nos <call>
      ! farto|farta|cansado|cansada de ser <contacted>|incomodada|incomodado
      !! assediando|assediar|perseguir|incomodando ..4 <authority>
      !! <averse> ..1 <theseCalls>
      ! nao|nem tente|tentem|tentes|pense|pensem|ouse|ousem|se_atreva ..1 em|a|de|me|voltar? me|a? <calling>|<contacting>|ligar
      ! nao tentem|tente contactar|contatar|ligar me? ..2
      ! ninguem ..5 quer ..1 receber|que|ser ..2 <calls>|<call>|<contacted>
      ! queremos|quero|queria mais <calls>
      ! nao queremos|quero|desejamos ..1 ser <contacted>|incomodados|incomodado|perturbados
      !! se ..2 telefone ..1 tocar ..5 <authority>
      !! advogado|policia|noticias ..4 se me? ligar|ligarem
      !! advogado|policia|noticias ..4 se voltar|voltarem a <calling>
      ! nunca_mais|nao disque|disquem|usem|use|marque|utilizem ..1 mais? o? meu|este numero
      pare|parem|para de discar|usar|marcar este|o|meu ..1 numero
      !! ve|vejam se ..1 nao me|nos? <call>|incomoda mais
      !! ve|vejam se me esquece|esquecem|deixa_em_paz
      nao <call> ..3 mais $
      !! espero que seja a ultima vez que ..2 ligam|liga
      !! seja|e|foi ..1 ultima vez que ..2 ligam|liga|ligue|liguem|incomodam|telefonam
      mais uma|nova <calls>|mensagem ..1 e ..4 <authority>
      !! proxima vez ..4 <authority>
      !! se ..3 ligar|ligarem|continuar|continuarem|mandarem|ligam ..4 <authority>
      !! assedio|perseguicao ..3 <authority>|parem|pare
      ! farto|farta|cansado|cansada|cheio|saco_cheio|aguento ..1 de|das|dos|mais|com ..2 <calls>|ligando|ligarem
      suspendam|cessem|parem|interrompam|encerrem|suspenda ..1 as|essas|com|estas ..1 <calls>|<messages>
      nenhuma <calls> mais
      !! abstenham|abstenha|abster se? de ..1 <calling>
      ! proibo ..2 que|de|voces ..2 <call>|ligarem
      ! que ninguem ..1 me|nos? mais? <call>
      ! nao e para|pra ..1 <calling>|<call> ..1 mais|nunca|nunca_mais
      ! ja|vezes|tenho_que|tenho_de ..5 para|pra|que nao ..1 ligarem|ligue|liguem|telefone|telefonem|liga
      ! ja|vezes|tenho_que|tenho_de ..5 nao e pra|para ..1 <call>
      !! preferia|prefiro|gostaria|queria ..1 nao ..1 receber|ser ..1 <calls>|<messages>|<contacted>
      !! como|que ..6 para|pra|de ..2 nao|pararem|parar|deixarem ..3 <calling>|<calls>|<messages>|<call>|ligarem
      !! como ..6 voces pararem|parar|deixarem|deixar de ..1 <calling>
      ! cancelar|cancele|cancelem ..1 essas|estas|as ..1 <calls>|<messages>
      ! nao autorizo|autorizei ..1 <calls>
      ${callsWith('nunca_mais|nunca|jamais')}
      <never> <me>? <me>? <call>
      ! <never> <me>? <again> a? <me>? <calling>
      <stop> de|com|essas|estas|as|tantas? essas|as|de|me|tantas? <me>? <calling>|<calls>
      <stop> com essas|as|estas <calls>
      chega|basta de|com|dessas ..1 <calling>|<calls>
      ! nao me|nos volte|voltem|voltes|torne|tornem a ligar|telefonar|contactar|contatar|incomodar|chatear|mandar|enviar|escrever
      ! nao me|nos ligarem|ligares|telefonarem|incomodarem|contactarem|contatarem|chatearem|mandarem|escreverem|enviarem mais|nunca|outra_vez|de_novo|novamente ..1
      ! que nao me|nos voltem|volte|liguem|ligue|voltassem|ligassem|ligasse a? ligar|contactar|contatar|incomodar|mais|nunca
      ! pare|parem|parar|parassem|deixassem|deixar de|com me? <calling>|me_ligar|ligar_me
      se me? voltar|voltarem|ligar|ligarem|continuar|continuarem|tornarem|insistirem a? me? ligar|ligarem|mais_uma_vez|de_novo|outra_vez|ligando|telefonar ..4 denuncio|denunciar|policia|processo|processar|queixa|advogado|anatel|procon|bloqueio
      nem mais uma <calls>
      ! estou|to|ja|cansado|farto|farta|cansada farto|cansado|cansada|farta|de de|das|destas ..1 <calls>
    `,
    narrowable: `
      ${callsWith('mais|outra_vez|de_novo|novamente')}
      ! nao|ja_nao me|nos ligue|ligues|liguem|telefone|telefonem|telefones|chame|chamem
      ! nao ligue|liguem|telefone|telefonem para_mim|pra_mim|para_ca|pra_ca|para_este_numero|para_aqui|pra_esse_numero|neste_numero|para_esse_numero|me|nos
      ! nao ligar mais
      ! nao quero|queremos|desejo|gostaria|pretendo|queria|aceito mais? ..1 que|de|receber|atender|ser|sua|suas|voces ..2 <call>|ligando|<calls>|chamado|ligarem|liguem mais?
      ! nao quero|queremos|desejo mais? nenhuma|mais|suas|essas? <calls> mais?
      ! sem mais <calls>
      ! chega|basta de <calls>
      ! quero|peco|prefiro|gostaria|pedi|exijo|queria que nao me|nos? <call>|ligassem
    `,
  },
  messages: {
    absolute: `
      chega|basta de|com|dessas|essas ..1 <messages>
      ! nao|n|ñ|num qro|quero|kero|qero|desejo|queremos mas|mais|+|nenhum|nenhuma|receber|nem receber? ..1 estes|esses|essas|estas|os|as|seus|suas|nenhum|nenhuma? <messages>|lembretes|torpedos|zap|zaps
      parem|pare|para|chega|basta ..1 de|com manda|mandar|mandarem|enviar|envia|torpedo|torpedos|lembrete|lembretes|msgs|msg ..2
      ! nao|n mande|manda|mandem|envie|enviem|mandar|enviar mas|mais|nenhum|nenhuma ..1 <messages>|lembretes|torpedos|nada
      !! como|que ..6 para|pra|de ..1 nao ..3 <messages>
      ! <no> <again> mais? a? me|nos? escrever|mandar|enviar
      ! <no> <me>? <write>|<send> ..2 nunca|nunca_mais|jamais
      ! <never> <me>? <write>|<send>
      <stop> de|com me|essas|as|estas? enviar|mandar|escrever|enviando|mandando|<messages>|me_enviar|me_mandar|mandar_me|enviar_me
    `,
    narrowable: `
      ! nao me|nos <write>|escreva mais?
      ! nao me|nos <send> mais ..1 <messages>?
      ! nao me|nos <send> <messages> mais?
      ! nao <send>|<write> mais ..2 <messages>?
      ! nao quero|queremos|desejo mais? ..1 receber|nenhuma|mais|suas|que_me ..2 <messages>|mandem|enviem mais?
      ! nao quero|queremos|desejo <messages> mais?
      ! nao quero|queremos|desejo mais <messages>
      ! sem mais <messages>
    `,
  },
  contact: {
    absolute: `
      ! ser deixado|deixada|deixados em_paz|sossegado
      ! nenhum contato|contacto mais
      ! oponho ..1 a qualquer|todo ..1 contacto|contato
      ! nao quero|queremos propaganda|publicidade ..1 por|pelo telefone
      meu|o_meu numero|nome nao devia|deve|tem ..4 na vossa|sua ..1 lista
      !! <authority> ..2 se ..3 ligar|ligarem|mandar|continuarem|mandarem
      ! na|no lista|cadastro de nao_perturbe|nao_ligar|nao_perturbar|bloqueio
      ! cadastrado|cadastrada|inscrito|estou ..3 nao_perturbe|nao_me_perturbe
      me esquece|esqueca|esquecam
      ! nao quero|queremos|desejo mais? ouvir|saber ..1 falar? ..1 de|mais_de voces|vos|si
      ! nao quero|queremos|desejo ..1 ter nenhum|mais|qualquer ..1 contacto|contato
      ! <no> <me>? <contact> ..2 nunca|nunca_mais|jamais
      ! <never> <me>? <contact>
      ! <no> <again> mais? a? <me>? <contacting>
      <stop> de|com <me>? <contacting>
      <stop> de <me>? me|nos? encher|importunar ..2
      deixe|deixa|deixem|deixes|deixar me|nos|m|a_gente|minha_familia em_paz|sossegado|sossegada|quieto|quieta|tranquilo|tranquila
      me|nos deixe|deixa|deixem|deixar|deixam|deixes em_paz|sossegado|sossegada|quieto|quieta|tranquilo|tranquila
      ! nao me|nos voltem|volte|voltes a contactar|contatar|incomodar|chatear|perturbar
      larga|largue|larguem|sai|sair do|o|de meu_pe|pe|meu_pe|cima
      ! nao quero|desejo|queremos mais? ..1 estar|constar|ficar|continuar na|nessa|em|no ..1 <list>
      ! revogo|retiro o|meu? meu? consentimento
      oponho|oponho_me me? a|ao ..4
      ! nao quero|desejo|queremos mais? saber|ouvir|papo|conversa|nada mais|nada|de|com ..1 voces|vocês|voce|si|vos|conversa
      ! nao quero|desejo|queremos mais? nenhum|mais? contato|contacto|conversa|papo mais?
      me_poe|coloque|ponha|coloquem|poe me|o_meu_numero|meu_numero na lista ..1 bloqueio|nao_perturbe|negra|exclusao|robinson
      nao_me_perturbe por_favor
      esqueca|esquecam|esquece que eu existo
      deixe_me|deixem_me fora ..3
    `,
    narrowable: `
      ! nao|ja_nao me|nos <contact> mais?
      ! nao me|nos incomoda|perturba|chateia mais
      ! nao <contact> mais
      ! nao entre|entrem|entres mais? em contato|contacto comigo|connosco|conosco? mais?
      ! nao quero|queremos|desejo|gostaria mais? ..1 ser mais? <contacted> mais?
      ! nao quero|queremos|desejo que mais? me|nos <contact>|entrem_em_contato
    `,
  },
  removals: `
      tira|tire|tirem|apaga|apague|apaguem|remove|remova|removam|exclui|exclua|excluam|risca|risquem|retirem|retire|deleta|delete|deletem ..1 o? meu|este|esse|nosso|meus ..1 numero|nome|telefone|contacto|contato|dados|cadastro dai|disso|daqui|do|da ..4
      ! o? meu contacto|numero|nome|telefone|contato ..1 removido|apagado|eliminado|retirado|excluido das|da|do|dos|de ..2 <list>
      ! para|pra|que ..1 me? tirarem|retirarem|removerem|apagarem|excluirem|tirassem|retirassem da|do|das|dessa ..2 <list>
    !! dados|numero|telefone ..3 apaguem|apague|eliminem|excluam|tirem nos|os|tudo
    !! que ..1 meu|o_meu numero e|seja|fique ..1 apagado|eliminado|removido
    ! que apaguem|excluam|eliminem|apagassem todas|todos|os|as ..2 informacoes|dados|meus_dados
    ! que ..1 meu numero|nome|cadastro seja|fosse apagado|retirado|excluido|removido|eliminado
    ! que ..1 meus dados sejam|fossem apagados|excluidos|eliminados|removidos
    ! exclusao|eliminacao|remocao|apagamento dos|de|do|da ..1 meus|meu|minhas ..1 <entry>
    ! revogo|retiro|cancelo ..1 consentimento|autorizacao
    ! que apagassem|apaguem|retirassem|retirem|eliminassem|excluam|tirem|apagasse o|os|meu ..1 <entry>
    ! telefone|numero ..1 apaguem|apague|apaga|tirem isso
    ! quero|queria|gostaria|preciso sair dessa|desta|da ..1 <list>
    ! como ..4 sair dessa|desta|da ..1 <list>
    ^ sair da|dessa|desta <list> $
    ! quero|desejo|gostaria ser removido|removida|descadastrado|excluido $
    anular|anulem|anule a|o|minha? minha? inscricao|subscricao|assinatura
    descadastre|descadastra|descadastrem|descadastrar|desinscreva|desinscrever|desinscrevam me|nos|-me?
    me|nos descadastre|descadastra|descadastrem|descadastrar|desinscreva|desinscrever
    cancele|cancelar|cancelem a|o|minha|meu? minha|meu? inscricao|subscricao|assinatura|cadastro
    <remove> me|nos|lo|meu_nome|o_meu_nome ja|imediatamente? <of>|de ..2 <list>
    me|nos ..1 <remove> ja|imediatamente? <of>|de ..2 <list>
    me|nos <remove> dai|disso|dessa_lista
    <remove> ja|imediatamente? o|os|este|esse|todos_os|meu|meus? meu|meus|numero|nossos|este|nosso|esse <entry>?
    <remove> o|os|este|esse numero|meu_numero|numero_de_voces_de_mim
    quero|desejo|gostaria|solicito|preciso ..2 ser removido|removida|excluido|retirado|retirada|excluida|eliminado|tirado <of>|de ..2 <list>
  `,
  negations: 'nao|nunca|nem',
  limits: {
    always: `
      espera
      antes|depois|durante|ate|enquanto|quando|se|exceto|excepto|so_se|menos|senao|caso|sem_ser
      a_partir|as|das|pelas|entre|apos|entre_as <number>|*<digit>*|de|do|da|as
      tao|muito|demasiado|assim cedo|tarde|tarde_assim|cedo_assim
      mais tarde|cedo
    `,
    other: `
      para|pra|a ele|ela|eles|elas
      hoje|amanha|agora|ja_hoje|por_enquanto|por_agora|neste_momento|no_momento|ainda|esta_noite|hoje_a_noite|depois_de_amanha|essa_semana|esta_semana
      de|a|na|pela|da|no|pra manha|tarde|noite|madrugada|almoco|hora_do_almoco|hora_do_jantar|hora
      ao|na|no|aos|em|nos|nas|durante_o|este|durante_a <day>
      <day>
      no|ao|para_o|pro|na|em|durante_o|pra|para_a meu? trabalho|emprego|escritorio|servico|expediente|escola|casa|horario|reuniao ..1
      no|para_o|pro|pelo|para meu|minha|o|outro? celular|telemovel|fixo|telefone_fixo|numero_antigo|outro_numero|casa|trabalho
      por|pelo|via|com|atraves email|e_mail|sms|whatsapp|mensagem|correio|carta|telefone|zap|mensagens|fax|do_whatsapp
      tanto|tantas_vezes|duas_vezes|toda_hora_assim|todo_dia
      de senhor|senhora|doutor|dona|voce|tu|burro
      senhor|senhora|dona|assim|querida|amor|disso
      para|pra|pro|ao|a|o|com meu|minha|o_meu|a_minha|meus <person>
      meu|minha|o_meu|a_minha <person>
      a_mim|ele|ela|eles
      necessario|preciso
    `,
  },
  preferences: `
    ligue|liguem|liga|telefone|escreva|escrevam|mande|mandem|manda|envie|enviem|envia me|nos? mensagem|mensagens|sms|antes|para|pro|pra_casa|so|um|uma|email
    me liga|ligue|liguem|escreva|escreve|mande|manda|envie antes|uma|um|mensagem|so|de_preferencia
    ligue|liguem|liga $
  `,
  neutral:
    'para_este_numero|nesse_numero|neste_numero|para_mim|pra_mim|mais|aqui|para_aqui|pra_ca|para_ca|comigo|nunca',
  denials: `
    me|nos|ele|ela disse|pediu|falou|mandou|avisou|disseram|pediram para|pra|que
    nao|nunca|eu_nao|jamais disse|falei|pedi|quis_dizer|quero_dizer|estou_dizendo|estou_a_dizer|significa|mandei que|para|pra|de|eu? ..3
    nao|nem|ja_nao precisa|e_preciso|e_necessario|ha_necessidade|vale_a_pena|carece|necessita|tem_que|tem_de|ha_problema ..3
    espero|duvido|acho|acredito|pena|estranho|penso|por_que|porque|tomara|feliz|ainda_bem|triste ..4
    se|caso
  `,
  subjects: `
    nao|nunca|nem
    nao quero|vou|posso|consigo|pude|sei|vai|se|me|devo|quero_que ..2
    ele|ela|eles|elas|ninguem|eu|quem
    meu|minha|o|a|seu|sua <person>|filho|filha|medico|medica|banco|patrao|gente
  `,
};
