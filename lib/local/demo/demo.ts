/** Links to each hosted module for the demo's user, and the app of a partner that frames them. */
import { openDemoHost } from './demo-host.ts';
import { prepareDemoUser } from './demo-user.ts';

export type DemoOptions = {
  readonly baseUrl: string;
  readonly modulesUrl: string;
  readonly partnerId: string;
  readonly apiKey: string;
  readonly host: string;
  /** Of the app; see `openDemoHost`. */
  readonly port?: number;
};

export type DemoLinks = {
  readonly connect: string;
  readonly 'card-swap': string;
  readonly 'bill-pay': string;
  readonly preview: string;
};

export type Demo = {
  /** Of the app. */
  readonly origin: string;
  /** Once the user is there; each has a token that is good for a day. */
  readonly links: () => Promise<DemoLinks>;
  readonly close: () => Promise<void>;
};

/** Opens the app; makes its user in the meantime. @throws LocalFailure when the port is taken. */
export async function openDemo(options: DemoOptions): Promise<Demo> {
  const { modulesUrl, partnerId, host, port } = options;
  let user: ReturnType<typeof prepareDemoUser> | undefined;
  const calls = async () => (await user)?.calls ?? {};
  const app = await openDemoHost({ host, port, modulesUrl, partnerId, calls });
  user = prepareDemoUser(options, app.origin);
  // Whoever waits for the links is told; until then a failure is nobody's.
  user.catch(() => {});
  return {
    origin: app.origin,
    links: async () => {
      const token = await (await user)?.newToken();
      const linkTo = (page: string) => `${modulesUrl}/${page}?token=${token}`;
      return {
        connect: linkTo('connect'),
        'card-swap': linkTo('card-swap'),
        'bill-pay': linkTo('bill-pay'),
        preview: `${modulesUrl}/preview?partner=${partnerId}`,
      };
    },
    close: app.close,
  };
}

/** What `npm start` prints once the links are there. */
export function describeDemo(links: DemoLinks): string {
  return `The hosted modules by themselves, with a token that is valid for a day:

  Account linking  ${links.connect}
  Card swap        ${links['card-swap']}
  Bill pay         ${links['bill-pay']}
  Preview          ${links.preview}
`;
}
