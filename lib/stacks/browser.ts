/** The browser that reaches companies' websites: its worker, and the address by which it goes out. */
import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnEIP, FlowLogDestination, NatProvider, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Surroundings } from '../constructs/billhook-function.ts';
import { BrowserWorker } from '../constructs/browser-worker.ts';
import { encryptedLogGroup } from '../constructs/encrypted-log-group.ts';

export type BrowserStackProps = StackProps & {
  readonly surroundings: Surroundings;
  /** What the worker calls, and nothing else. */
  readonly broker: IFunction;
  /** Whether companies see one address, which stays. */
  readonly fixedAddress: boolean;
};

export class BrowserStack extends Stack {
  constructor(scope: Construct, id: string, props: BrowserStackProps) {
    super(scope, id, props);
    const { surroundings, broker, fixedAddress } = props;
    const vpc = fixedAddress ? this.makeNetwork(surroundings) : undefined;
    new BrowserWorker(this, 'worker', { surroundings, broker, ...(vpc && { vpc }) });
  }

  /** A network of its own with one way out. Nothing can come in. */
  private makeNetwork({ stage, logKey }: Surroundings): Vpc {
    const address = new CfnEIP(this, 'Address', { domain: 'vpc' });
    const vpc = new Vpc(this, 'Network', {
      // A second zone would be a second address, and twice the price.
      maxAzs: 1,
      natGateways: 1,
      natGatewayProvider: NatProvider.gateway({ eipAllocationIds: [address.attrAllocationId] }),
      restrictDefaultSecurityGroup: false,
      subnetConfiguration: [
        { name: 'out', subnetType: SubnetType.PUBLIC, mapPublicIpOnLaunch: false },
        { name: 'worker', subnetType: SubnetType.PRIVATE_WITH_EGRESS },
      ],
    });
    vpc.addFlowLog('Flows', {
      destination: FlowLogDestination.toCloudWatchLogs(
        encryptedLogGroup(this, 'FlowLogs', { stage, logKey }),
      ),
    });
    // What the operator tells companies that let in known addresses alone.
    new CfnOutput(this, 'BrowserAddress', { value: address.attrPublicIp });
    return vpc;
  }
}
