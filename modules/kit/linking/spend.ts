import { spend } from '../ways/trail.ts';

/** The account is linked: nobody comes back to signing in to it. */
export function spendSignIn(): void {
  spend((place) => {
    const { at, from } = Object(place);
    return [at, Object(from).at].some((one) => one === 'sign-in' || one === 'working');
  });
}
