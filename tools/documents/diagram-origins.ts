/** From the modules' users to what answers them. */
import type { Stack } from '../../lib/local/template/assembly.ts';
import { type Edge, logicalIdOf, nodeOf, partOf, resourcesOf } from './diagram-names.ts';

type Config = {
  readonly Origins: readonly {
    readonly Id: string;
    readonly DomainName: unknown;
    readonly S3OriginConfig?: unknown;
  }[];
  readonly CacheBehaviors: readonly {
    readonly PathPattern: string;
    readonly TargetOriginId: string;
  }[];
};

/** To each origin of a distribution by the paths that lead there; the API has one box for both. */
export function originsOf({ name, template }: Stack): Edge[] {
  return resourcesOf(template, 'AWS::CloudFront::Distribution').flatMap(
    ([id, { Properties = {} }]) => {
      const { Origins, CacheBehaviors } = Properties.DistributionConfig as Config;
      const from = nodeOf(partOf(name), id);
      const origins = Origins.map((origin) => {
        const paths = CacheBehaviors.filter(({ TargetOriginId }) => TargetOriginId === origin.Id);
        const bucket = origin.S3OriginConfig ? logicalIdOf(origin.DomainName) : undefined;
        return {
          from,
          to: bucket ? nodeOf(partOf(name), bucket) : 'api',
          label: paths.map(({ PathPattern }) => PathPattern).join(', ') || 'pages',
        };
      });
      return [{ from: 'user', to: from, label: 'HTTPS' }, ...origins];
    },
  );
}
