/**
 * `npm run tools -- browser-battery`: links, readings, payments and swaps at the stand-ins, with each of their
 * switches thrown in turn.
 */
import { runBattery } from '../../../batteries/frame/frame.ts';
import { noFigures, openBattery, walksOf } from './battery.ts';
import { nameOf, type Thrown } from './switches.ts';

const WALKS = 160;
const PAGE_SECONDS = 15;

const { exitCode } = await runBattery<{ readonly from: number }>(
  {
    name: 'browser-battery',
    command: 'npm run tools -- browser-battery',
    about: 'Customers of the stand-in companies, each with one of the companies’ switches thrown.',
    units: 'walks',
    total: WALKS,
    numbers: { from: [0, 'The first of these customers'] },
    lanes: 2,
    open: async ({ folder, options: { from } }) => {
      // Not those of a run that was stopped: its customers have paid.
      const battery = await openBattery(`${folder}/companies-${Date.now()}`, PAGE_SECONDS);
      return {
        async make(part) {
          const number = from + part;
          const thrown = walksOf(number + 1).at(-1) as Thrown;
          const figures = noFigures();
          await battery.walk(thrown, number, figures);
          const { done, changed, recognized, unattended, codesUnattended, again } = figures;
          const wrongs = [...figures.violations];
          if (codesUnattended > 0) wrongs.push(`${nameOf(thrown)}: a code was sent to nobody`);
          if (changed > recognized) wrongs.push(`${nameOf(thrown)}: a changed page was not known`);
          return {
            done: 1,
            counts: {
              ...{ ...done, unattended, again, 'codes sent unattended': codesUnattended },
              ...{ 'changed pages': changed, 'changed pages recognized': recognized },
            },
            wrongs: wrongs.map((what) => ({
              what,
              repeat: `--fresh --from ${number} --walks 1 --state .batteries/browser-battery-again`,
            })),
          };
        },
        close: battery.close,
      };
    },
  },
  process.argv.slice(2),
);
process.exitCode = exitCode;
