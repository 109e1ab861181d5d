import { useRouter, useSearch } from '@tanstack/react-router';
import { Entrance } from '../features/session/entrance.tsx';
import { PasswordForm } from '../features/session/password-form.tsx';
import { reportSignedIn } from '../features/session/signed-out.ts';
import { text } from '../text/index.ts';

export function SignInPage() {
  const { next } = useSearch({ from: '/sign-in' });
  const router = useRouter();
  const open = () => {
    reportSignedIn();
    // A path of this origin only: `//host` and `https:` would leave it.
    router.history.push(next !== undefined && /^\/(?![/\\])/.test(next) ? next : '/');
  };
  return (
    <Entrance title={text.session.signInTitle}>
      <PasswordForm initial={readFragment()} onSignedIn={open} />
      <p className="mt-6 text-sm text-faint">{text.session.firstTime}</p>
    </Entrance>
  );
}

/** The first start prints an address of this page with email and password in its fragment, which browsers do not send. */
function readFragment(): { readonly email: string; readonly password: string } {
  const values = new URLSearchParams(location.hash.slice(1));
  return { email: values.get('email') ?? '', password: values.get('password') ?? '' };
}
