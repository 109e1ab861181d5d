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
  contact: `contacte|contactem|contate|contatem|contactes|incomode|incomodem|incomodes|perturbe|perturbem|perturbes|chateie|chateiem|chateies|aborreca|aborrecam|procure|procurem
    |importune|importunem|encha|enchas|encham|contactar|contatar|incomodar|perturbar|chatear|aborrecer|amole|amolem|atormente`,
  contacting:
    'contactar|contatar|incomodar|perturbar|chatear|aborrecer|importunar|encher|amolar|me_incomodar|me_perturbar|me_chatear|me_contatar|me_contactar|incomodar_me|contactar_me|atormentar|incomodando|perturbando|chateando|me_encher|chatear_me|a_chatear|a_incomodar',
  contacted:
    'contactado|contactada|contatado|contatada|incomodado|incomodada|perturbado|perturbada|importunado|procurado',
  again: 'volte|voltem|voltes|torne|tornem|tornes|volta|fique|fiquem|fica|continue|continuem|esteja|estejam',
  stop: 'pare|para|parem|pares|deixe|deixem|deixa|deixes|cesse|cessem|parar|chega|basta|vamos_parar',
  calls: 'ligacoes|ligacao|chamadas|chamada|telefonemas|telefonema|telefonadas',
  messages:
    'msgs|msg|lembretes|mensagens|mensagem|sms|emails|email|e_mails|e_mail|e-mails|propaganda|propagandas|publicidade|whatsapp|whatsapps|zap|newsletter|spam|mails|promocoes|torpedos|anuncios',
  list: 'lista|listas|cadastro|base|base_de_dados|banco_de_dados|sistema|registo|registro|mailing|ficheiro|contatos|contactos|newsletter',
  your: 'a|sua|suas|vossa|vossas|essa|dessa|desta|esta|o|seu|vosso|tua|voces|de_voces',
  of: 'da|de|do|dessa|desta|das|dos|desse|na|deste',
  remove:
    'tire|tira|tirem|tirar|remova|remove|removam|remover|exclua|exclui|excluam|excluir|apague|apaga|apaguem|apagar|delete|deleta|deletem|deletar|elimine|elimina|eliminem|eliminar|retire|retira|retirem|retirar|risque|risquem|riscar|cancele_o|esqueca|esquece|bloqueie|bloqueiem|descadastre|descadastra|descadastrem|descadastrar|retirar|saca',
  entry:
    'numero|telefone|nome|dados|contacto|contato|celular|telemovel|cadastro|email|numero_de_telefone|dados_pessoais|registo|registro',
} as const;

const callsWith = (more: string): string => `
  ! <no> <me>? <me>? <call> ..3 ${more}
  ! <no> <again> mais? a <me>? <calling>
  ! <no> <again> mais? <me>? <calling>
`;

export const portugueseOptOut: OptOutRules = {
  calls: {
    absolute: `
      ${callsWith('nunca_mais|nunca|jamais')}
      <never> <me>? <me>? <call>
      ! <never> <me>? <again> a? <me>? <calling>
      <stop> de|com|essas|estas|as|tantas? essas|as|de|me|tantas? <me>? <calling>|<calls>
      <stop> com essas|as|estas <calls>
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
      antes|depois|durante|ate|enquanto|quando|se|exceto|excepto|so_se|menos|senao|caso|sem_ser
      a_partir|as|das|pelas|entre|apos|entre_as <number>|*<digit>*|de|do|da|as
      tao|muito|demasiado|assim cedo|tarde|tarde_assim|cedo_assim
      mais tarde|cedo
    `,
    other: `
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
  neutral:
    'para_este_numero|nesse_numero|neste_numero|para_mim|pra_mim|mais|aqui|para_aqui|pra_ca|para_ca|comigo|nunca',
  denials: `
    nao|nunca|eu_nao|jamais disse|falei|pedi|quis_dizer|quero_dizer|estou_dizendo|estou_a_dizer|significa|mandei que|para|pra|de|eu? ..3
    nao|nem|ja_nao precisa|e_preciso|e_necessario|ha_necessidade|vale_a_pena|carece|necessita|tem_que|tem_de|ha_problema|e ..3
    espero|duvido|acho|acredito|pena|estranho|penso|por_que|porque|tomara|feliz|ainda_bem|triste ..4
    se|caso
  `,
  subjects: `
    nao|nunca|nem
    nao quero|vou|posso|consigo|pude|sei|vai|se|me|devo|quero_que ..2
    ele|ela|eles|elas|ninguem|eu|quem
  `,
};
