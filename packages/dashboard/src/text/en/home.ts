export const home = {
  title: 'Home',
  firstCall: {
    title: 'Make a call',
    template: 'What should the agent do?',
    person: 'Who answers?',
    personHint: 'A simulated person on this machine. The call is real SIP and RTP, and costs nothing.',
    name: 'Name of the person',
    action: 'Create agent and call',
    personas: {
      '100': 'Agrees to everything',
      '101': 'Declines politely',
      '102': 'Asks to be called back tomorrow',
      '108': 'Interrupts',
      '112': 'Asks for a person',
      '105': 'Voicemail',
    },
  },
};
