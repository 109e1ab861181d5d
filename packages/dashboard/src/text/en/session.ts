export const session = {
  signIn: 'Sign in',
  signInTitle: 'Sign in to Parley',
  email: 'Email',
  password: 'Password',
  signOut: 'Sign out',
  workspace: 'Workspace',
  expiredTitle: 'Your session has ended',
  expired: 'Sign in again to continue. Nothing that you entered is lost.',
  firstTime:
    'The first start of the service prints the address of this page with email and password on a terminal, and stores both in bootstrap.json in its data folder.',
  newPassword: 'Password',
  newPasswordHint: 'At least 12 characters.',
  acceptTitle: 'Choose a password',
  accept: 'Your invitation opens this workspace. It works once.',
  acceptAction: 'Set password and sign in',
};
