/** A picture of four digits that a person reads with some effort, and the strokes that it is drawn with. */
import { randomBytes, randomInt } from 'node:crypto';

/** Corners of each digit on a grid of 2 by 4. */
const strokes = [
  ...['M0 0H2V4H0Z', 'M0 1L1 0V4', 'M0 0H2V2H0V4H2', 'M0 0H2V4H0M2 2H0', 'M0 0V2H2M2 0V4'],
  ...['M2 0H0V2H2V4H0', 'M2 0H0V4H2V2H0', 'M0 0H2L1 4', 'M0 0H2V4H0ZM0 2H2', 'M2 4V0H0V2H2'],
];

export type Captcha = { readonly id: string; readonly answer: string; readonly picture: string };

export function makeCaptcha(): Captcha {
  const answer = String(randomInt(1_000, 10_000));
  const drawn = [...answer].map((digit, at) => {
    const [turn, x, y] = [randomInt(-18, 19), 26 + at * 38, 16 + randomInt(0, 9)];
    return `<path transform="translate(${x} ${y}) rotate(${turn}) scale(9)" d="${strokes[Number(digit)]}"/>`;
  });
  const noise = [1, 2, 3].map(
    () =>
      `<path d="M0 ${randomInt(5, 65)}Q90 ${randomInt(0, 70)} 190 ${randomInt(5, 65)}" stroke-width="1"/>`,
  );
  return {
    ...{ id: randomBytes(9).toString('base64url'), answer },
    picture: `<svg width="190" height="70" role="img" aria-label="Picture of four digits"><rect width="190" height="70" rx="6" fill="#2a213d"/><g fill="none" stroke="#ffb454" stroke-width=".4">${drawn.join('')}${noise.join('')}</g></svg>`,
  };
}
